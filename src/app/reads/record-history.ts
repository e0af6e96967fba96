import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { isSameValue } from '#contract/change.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { pageOf } from '#contract/paging.ts';

const answer = pageOf(historyEntry);

/** Newest first; null from a server without a history (decision 31). Never stored on the device. */
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

interface ChangeAuthor {
  readonly name: string;
  /** ISO 8601 */
  readonly at: string;
}

/**
 * The last change to this value; undefined if the history does not tell.
 * @param history entries of one record, newest first
 */
export function changeAuthor(
  history: readonly z.output<typeof historyEntry>[],
  name: string,
  field: Field,
  value: unknown,
): ChangeAuthor | undefined {
  const entry = history.find(
    ({ before, after }) =>
      after !== null &&
      isSameValue(field, after[name], value) &&
      (before === null || !isSameValue(field, before[name], after[name])),
  );
  return entry && { name: entry.user_name, at: entry.at };
}
