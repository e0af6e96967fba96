import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { useShallowStable } from '#app/lib/use-shallow-stable.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { allQuery, cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { type ListResult, type PageWith, useRecords } from '#app/reads/use-records.ts';
import { useLazyPart } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import { isFilteredByServer, pageWithPendingMatches } from './pending-in-filters.ts';
import type { OfflinePage } from './search-offline.ts';
import { useRunningMonth } from './use-running-month.ts';

/** A list as it is shown: the host's, or what this device finds by itself. */
export interface ShownList extends ListResult {
  readonly kept?: OfflinePage;
  /** What was looked through is every record of the kind, as the host has them: not only what this device happens to keep. */
  readonly whole?: true;
}

const load = async () => (await import('./search-offline.ts')).searchOffline;

/** Whether a list is asked for more than a page of it. */
const isPlain = (search: ListRequest) => Object.keys(search).every((name) => name === 'page');

/**
 * Every record of a kind, for a list that is narrowed or ordered on a host that knows nothing of that: it would answer rows that do not
 * fit (decision 31). Undefined where the host can be asked itself.
 */
function useWhole(resource: Resource, search: ListRequest) {
  const reads = useReadStrategy();
  const wanted = !isPlain(search) && !reads?.searches;
  const { data, error, refetch } = useQuery({
    ...allQuery(resource),
    enabled: wanted && reads !== undefined,
  });
  const records = useMemo(
    () => data?.data.results.map((record) => ({ record, began: data.began, ended: data.ended })),
    [data],
  );
  if (!wanted) return undefined;
  return { records, error: error?.message, updatedAt: data?.readAt ?? 0, refetch };
}

const FIRST_PAGE: ListRequest = { page: 1 };
const NO_ROWS: ListResult['rows'] = [];

function useShown(resource: Resource, search: ListRequest): ShownList {
  const whole = useWhole(resource, search);
  const asked = whole ? FIRST_PAGE : search;
  const running = useRunningMonth();
  const withNewcomers = useCallback<PageWith>(
    (snapshot, outbox, size) => pageWithPendingMatches(resource, snapshot, outbox, asked, running, size),
    [resource, asked, running],
  );
  const reading = useRecords(resource, asked, {
    pageWith: isFilteredByServer(asked) ? withNewcomers : undefined,
  });
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView();
  const alone = reading.paused && (whole ? whole.records === undefined : reading.updatedAt === 0);
  const byDevice = alone || whole !== undefined;
  const [missing, setMissing] = useState(false);
  const searchKept = useLazyPart(byDevice && !missing, load, () => setMissing(true));
  const { data: keptHere, isLoading } = useQuery({ ...cachedRecordsQuery(client, resource), enabled: alone });
  const records = alone ? keptHere : whole?.records;
  const kept = useMemo(
    () =>
      byDevice && searchKept && records ? searchKept(resource, records, outbox, search, running) : undefined,
    [byDevice, searchKept, records, resource, outbox, search, running],
  );
  if (!byDevice) return reading;
  if (kept && (whole || kept.searched > 0)) {
    const { rows, count, pages } = kept;
    const { error: _, ...rest } = reading;
    const found = { ...rest, rows, count, pages, status: 'ready', earlier: false, kept } as const;
    if (!whole || alone) return found;
    return { ...found, whole: true, updatedAt: whole.updatedAt, refetch: whole.refetch };
  }
  const nothing = { ...reading, rows: NO_ROWS, earlier: false };
  if (whole?.error !== undefined && !alone)
    return { ...nothing, status: 'error', error: whole.error, refetch: whole.refetch };
  const loading = alone ? isLoading || (records !== undefined && !searchKept && !missing) : true;
  if (loading) return { ...nothing, status: 'loading' };
  return whole ? nothing : reading;
}

/**
 * One page of a list. Where the host can't be asked and has never answered this very question, the device looks through every record
 * of the kind that it keeps; where the host knows no filters, through every record that it reads.
 * @param search the same object as long as the same is asked
 * @returns the same object as long as the same is to be shown
 */
export function useList(resource: Resource, search: ListRequest): ShownList {
  return useShallowStable(useShown(resource, search));
}
