import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AllFilter, keys, type ListRequest } from '#app/cache/query-keys.ts';
import { recordSchema } from '#app/lib/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { pageOf } from '#contract/paging.ts';
import { readSnapshot } from './read-snapshot.ts';

export type { AllFilter, ListRequest as ListSearch } from '#app/cache/query-keys.ts';

const recordPage = memoizeBy((resource: Resource) => pageOf(recordSchema(resource)));

/**
 * One page of a list, 10 rows, newest first (decision 3), as a snapshot: screens read it through
 * `useRecords`, which lays unsent writes over it. Searches and stretches of days are not persisted: the device
 * looks through what it keeps instead (`keptRecords`).
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

/** Every record of a kind, for pickers; a snapshot, read through `useAllRecords`. */
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

/** One record; a snapshot, read through `useRecord`. */
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

/** Every record of a kind that this device keeps, whatever it was read for: for what can't be asked for now. */
export function cachedRecordsQuery(client: QueryClient, resource: Resource) {
  return queryOptions({
    queryKey: keys.kept(resource),
    queryFn: async () => (await import('./on-demand/cached-records.ts')).cachedRecords(client, resource),
    staleTime: 0,
    gcTime: 0,
  });
}
