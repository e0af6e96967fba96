import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AllFilter, keys, type ListRequest } from '#app/cache/query-keys.ts';
import { recordSchema } from '#app/lib/record-row.ts';
import type { Day } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { pageOf } from '#contract/paging.ts';
import { readSnapshot } from './read-snapshot.ts';

const recordPage = memoizeBy((resource: Resource) => pageOf(recordSchema(resource)));

/**
 * Ten rows, newest first (decision 3). Screens read the snapshot through `useRecords`, which applies pending entries.
 * Searches and date ranges are not stored: offline, the cached records are searched instead (`cachedRecordsQuery`).
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

/** Enrolments that end in these days and that nothing follows, the first to end first (decision 133). */
export function dueListQuery(resource: Resource, ending_after: Day, ending_before: Day) {
  return queryOptions({
    queryKey: [resource.name, 'due'],
    queryFn: (context) =>
      readSnapshot(context, resource.name, {
        path: resource.path,
        query: { no_pagination: true, ending_after, ending_before },
        answer: recordPage(resource),
      }),
    meta: { persist: true },
  });
}

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

export function cachedRecordsQuery(client: QueryClient, resource: Resource) {
  return queryOptions({
    queryKey: keys.cached(resource),
    queryFn: async () => (await import('./cached-records.ts')).cachedRecords(client, resource),
    staleTime: 0,
    gcTime: 0,
  });
}

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
