import { queryOptions } from '@tanstack/react-query';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { recordSchema } from '#app/lib/record-row.ts';
import { readSnapshot } from '#app/reads/read-snapshot.ts';
import type { Resource } from '#contract/define-resource.ts';
import { pageOf } from '#contract/paging.ts';

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
