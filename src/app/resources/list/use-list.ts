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

/** Holds the list to show, from the server or computed by this device. */
export interface ShownList extends ListResult {
  readonly kept?: OfflinePage;
  /** True if every record of the server was searched, not only the cached ones. */
  readonly whole?: true;
}

const load = async () => (await import('./search-offline.ts')).searchOffline;

/** Tells whether a request has no parameter but the page. */
const isPlain = (search: ListRequest) => Object.keys(search).every((name) => name === 'page');

/**
 * Reads every record for a filtered or sorted list on a server without filters. Such a server would answer
 * records that do not match (decision 31). Undefined if the server itself can be asked.
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
 * Returns one page of a list. If the server cannot be asked and this request was never answered, the device
 * searches its cached records; on a server without filters it reads and searches all records.
 * @param search the same object as long as the request is the same
 * @returns the same object as long as its content is the same
 */
export function useList(resource: Resource, search: ListRequest): ShownList {
  return useShallowStable(useShown(resource, search));
}
