import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AllFilter, keys, type ListRequest } from '#app/cache/query-keys.ts';
import { recordSchema } from '#app/lib/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { pageOf } from '#contract/paging.ts';
import { readSnapshot } from './read-snapshot.ts';

const recordPage = memoizeBy((resource: Resource) => pageOf(recordSchema(resource)));

/**
 * Returns the query of one page of a list, 10 rows, newest first (decision 3). Screens read its snapshot
 * through `useRecords`, which overlays unsettled entries. Searches and date ranges are not persisted:
 * offline, the cached records are searched instead (`cachedRecordsQuery`).
 */
export function listQuery(resource: Resource, search: ListRequest) {
  return queryOptions({
    queryKey: keys.list(resource, search),
    queryFn: (context) =>
      readSnapshot(context, resource.name, {
        path: resource.path,
        query: { ...search },
        answer: recordPage(resource),
      }),
    meta: { persist: !(search.search || search.created_after || search.created_before) },
  });
}

/** Returns the query of all records of a resource, for pickers; read through `useAllRecords`. */
export function allQuery(resource: Resource, filter: AllFilter = {}) {
  return queryOptions({
    queryKey: keys.all(resource, filter),
    queryFn: (context) =>
      readSnapshot(context, resource.name, {
        path: resource.path,
        query: { no_pagination: true, ...filter },
        answer: recordPage(resource),
      }),
    meta: { persist: true },
  });
}

/** Returns the query of one record; read through `useRecord`. */
export function recordQuery(resource: Resource, id: string) {
  return queryOptions({
    queryKey: keys.record(resource, id),
    queryFn: (context) =>
      readSnapshot(context, resource.name, {
        path: `${resource.path}${encodeURIComponent(id)}/`,
        answer: recordSchema(resource),
      }),
    meta: { persist: true },
  });
}

/** Returns the query of all cached records of a resource, for use offline. */
export function cachedRecordsQuery(client: QueryClient, resource: Resource) {
  return queryOptions({
    queryKey: keys.cached(resource),
    queryFn: async () => (await import('./cached-records.ts')).cachedRecords(client, resource),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Returns the query of all rows of a filtered list with their totals, for paper. It is read anew each time. */
export function wholeListQuery(resource: Resource, { page: _, ...filters }: ListRequest) {
  return queryOptions({
    queryKey: [resource.name, 'whole', filters],
    queryFn: (context) =>
      readSnapshot(context, resource.name, {
        path: resource.path,
        query: { ...filters, no_pagination: true, totals: true },
        answer: pageOf(recordSchema(resource)),
      }),
    gcTime: 0,
    meta: { persist: false },
  });
}
