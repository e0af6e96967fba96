import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import type { Resource } from '#contract/define-resource.ts';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { pageOf } from '#contract/paging.ts';

const answer = pageOf(historyEntry);

/**
 * Returns the query of a record's history, newest first; null from a server without one (decision 31). Never
 * stored on the device.
 */
export function historyQuery(resource: Resource | undefined, id: string) {
  const name = resource?.name;
  return queryOptions({
    queryKey: ['history', name, id],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: HISTORY_PATH,
        query: { resource: name, record: id, no_pagination: true },
        answer,
        signal,
      }).then(
        ({ results }) => results,
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        },
      ),
    staleTime: 0,
    gcTime: 0,
  });
}
