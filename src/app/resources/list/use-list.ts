import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { useShallowStable } from '#app/lib/use-shallow-stable.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { allQuery, cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { type ListResult, type PageOverlay, useRecords } from '#app/reads/use-records.ts';
import { useLazyDialog, useLazyModule } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { OfflinePage } from './search-offline.ts';
import { isFilteredByServer } from './server-filters.ts';
import { useRunningMonth } from './use-running-month.ts';

/** Holds the list to show, from the server or computed by this device. */
export interface ShownList extends ListResult {
  readonly offlinePage?: OfflinePage;
  /** True if every record of the server was searched, not only the cached ones. */
  readonly complete?: true;
}

const loadPending = () => import('./pending-in-filters.ts');
// Without it the rows of the server are shown alone.
const showPlain = () => undefined;
const loadSearch = async () => (await import('./search-offline.ts')).searchOffline;

/** Tells whether a request has no parameter but the page. */
const isPlain = (search: ListRequest) => Object.keys(search).every((name) => name === 'page');

/**
 * Reads every record for a filtered or sorted list on a server without filters. Such a server would answer
 * records that do not match (decision 31). Undefined if the server itself can be asked.
 */
function useCompleteList(resource: Resource, search: ListRequest) {
  const strategy = useReadStrategy();
  const needed = !isPlain(search) && !strategy?.searches;
  const { data, error, refetch } = useQuery({
    ...allQuery(resource),
    enabled: needed && strategy !== undefined,
  });
  const records = useMemo(
    () => data?.data.results.map((record) => ({ record, began: data.began, ended: data.ended })),
    [data],
  );
  if (!needed) return undefined;
  return { records, error: error ?? undefined, updatedAt: data?.readAt ?? 0, refetch };
}

const FIRST_PAGE: ListRequest = { page: 1 };
const NO_ROWS: ListResult['rows'] = [];

function useShownList(resource: Resource, search: ListRequest): ShownList {
  const complete = useCompleteList(resource, search);
  const request = complete ? FIRST_PAGE : search;
  const running = useRunningMonth();
  const isFiltered = isFilteredByServer(request);
  const pending = useLazyModule(isFiltered, loadPending, showPlain);
  const withPending = useMemo<PageOverlay | undefined>(
    () =>
      pending &&
      ((snapshot, outbox, size) =>
        pending.pageWithPendingMatches(resource, snapshot, outbox, request, running, size)),
    [pending, resource, request, running],
  );
  const result = useRecords(resource, request, { pageWith: isFiltered ? withPending : undefined });
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView();
  const cacheOnly = result.paused && (complete ? complete.records === undefined : result.updatedAt === 0);
  const isLocal = cacheOnly || complete !== undefined;
  const [missing, setMissing] = useState(false);
  const searchCached = useLazyDialog(isLocal && !missing, loadSearch, () => setMissing(true));
  const { data: cached, isLoading } = useQuery({
    ...cachedRecordsQuery(client, resource),
    enabled: cacheOnly,
  });
  const records = cacheOnly ? cached : complete?.records;
  const offlinePage = useMemo(
    () =>
      isLocal && searchCached && records
        ? searchCached(resource, records, outbox, search, running)
        : undefined,
    [isLocal, searchCached, records, resource, outbox, search, running],
  );
  if (!isLocal) return result;
  if (offlinePage && (complete || offlinePage.searched > 0)) {
    const { rows, count, pages } = offlinePage;
    const { error: _, ...rest } = result;
    const found = { ...rest, rows, count, pages, status: 'ready', earlier: false, offlinePage } as const;
    if (!complete || cacheOnly) return found;
    return { ...found, complete: true, updatedAt: complete.updatedAt, refetch: complete.refetch };
  }
  const empty = { ...result, rows: NO_ROWS, earlier: false };
  if (complete?.error !== undefined && !cacheOnly)
    return { ...empty, status: 'error', error: complete.error, refetch: complete.refetch };
  const loading = cacheOnly ? isLoading || (records !== undefined && !searchCached && !missing) : true;
  if (loading) return { ...empty, status: 'loading' };
  return complete ? empty : result;
}

/**
 * Returns one page of a list. If the server cannot be asked and this request was never answered, the device
 * searches its cached records; on a server without filters it reads and searches all records.
 * @param search the same object as long as the request is the same
 * @returns the same object as long as its content is the same
 */
export function useList(resource: Resource, search: ListRequest): ShownList {
  return useShallowStable(useShownList(resource, search));
}
