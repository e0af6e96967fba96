// A list is one page of the server, with the pending entries of this device. If the server cannot be reached and never
// answered this request, the device searches the records that it has cached. A server without filters is asked
// for all records, and the device searches those (decision 31).

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { useShallowStable } from '#app/lib/held-values.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { allQuery, cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { type ListResult, type PageOverlay, useRecords } from '#app/reads/use-records.ts';
import { useLazyDialog, useLazyModule } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Month } from '#contract/month.ts';
import type { Page } from '#contract/paging.ts';
import { isFilteredByServer } from './list-state.ts';
import type { OfflinePage } from './search-offline.ts';

export interface ShownList extends ListResult {
  readonly offlinePage?: OfflinePage;
  /** True if every record of the server was searched, not only the cached ones. */
  readonly complete?: true;
}

const loadPending = () => import('./pending-in-filters.ts');
// Without it the rows of the server are shown alone.
const showPlain = () => undefined;

/** The code that matches new records to words or a month is loaded only for such lists. */
function useServerPage(resource: Resource, request: ListRequest, running: string | undefined): ListResult {
  const isFiltered = isFilteredByServer(request);
  const pending = useLazyModule(isFiltered, loadPending, showPlain);
  const pageWith = useMemo<PageOverlay | undefined>(
    () =>
      isFiltered && pending
        ? (snapshot, outbox, size) =>
            pending.pageWithPendingMatches(resource, snapshot, outbox, request, running, size)
        : undefined,
    [isFiltered, pending, resource, request, running],
  );
  return useRecords(resource, request, { pageWith });
}

function useAllOfServer(resource: Resource, enabled: boolean) {
  const { data, error, refetch } = useQuery({ ...allQuery(resource), enabled });
  const records = useMemo(
    () => data?.data.results.map((record) => ({ record, began: data.began, ended: data.ended })),
    [data],
  );
  return { records, error, updatedAt: data?.readAt ?? 0, refetch };
}

const loadSearch = async () => (await import('./search-offline.ts')).searchOffline;

const isPlain = (search: ListRequest) => Object.keys(search).every((name) => name === 'page');

const FIRST_PAGE: ListRequest = { page: 1 };
const NO_ROWS: ListResult['rows'] = [];

function useShownList(resource: Resource, search: ListRequest): ShownList {
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView();
  // For the filter by month, and to know in which month a new record will be.
  useQuery({ ...monthsQuery(1), enabled: resource.cash !== undefined });
  const running = useRunningMonth();
  const strategy = useReadStrategy();
  // Asked for more than a page, such a server would answer records that do not match.
  const searchesAll = !isPlain(search) && !strategy?.searches;
  const server = useServerPage(resource, searchesAll ? FIRST_PAGE : search, running);
  const all = useAllOfServer(resource, searchesAll && strategy !== undefined);
  const isCutOff = server.paused && (searchesAll ? all.records === undefined : server.updatedAt === 0);
  const cached = useQuery({ ...cachedRecordsQuery(client, resource), enabled: isCutOff });

  const searchesHere = isCutOff || searchesAll;
  const records = isCutOff ? cached.data : all.records;
  const [cannotSearch, setCannotSearch] = useState(false);
  const searchRecords = useLazyDialog(searchesHere && !cannotSearch, loadSearch, () => setCannotSearch(true));
  const offlinePage = useMemo(
    () =>
      searchesHere && searchRecords && records
        ? searchRecords(resource, records, outbox, search, running)
        : undefined,
    [searchesHere, searchRecords, records, resource, outbox, search, running],
  );

  if (!searchesHere) return server;
  if (offlinePage && (searchesAll || offlinePage.searched > 0)) {
    const { rows, count, pages } = offlinePage;
    const { error: _, ...rest } = server;
    const found = { ...rest, rows, count, pages, status: 'ready', earlier: false, offlinePage } as const;
    return isCutOff ? found : { ...found, complete: true, updatedAt: all.updatedAt, refetch: all.refetch };
  }
  const none = { ...server, rows: NO_ROWS, earlier: false };
  if (!isCutOff && all.error) return { ...none, status: 'error', error: all.error, refetch: all.refetch };
  const hasUnsearched = records !== undefined && !offlinePage && !cannotSearch;
  if (!isCutOff || cached.isLoading || hasUnsearched) return { ...none, status: 'loading' };
  return searchesAll ? none : server;
}

/** Returns the same object as long as its content is the same. */
export function useList(resource: Resource, search: ListRequest): ShownList {
  return useShallowStable(useShownList(resource, search));
}

const runningId = ({ results }: Page<Month>) => results.find(({ status }) => status === 'running')?.id;

export function useRunningMonth(): string | undefined {
  return useQuery({ ...monthsQuery(1), enabled: false, select: runningId }).data;
}
