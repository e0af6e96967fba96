import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallName } from '#app/api/acknowledged-calls.ts';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import {
  type MergeBody,
  merged,
  mergePath,
  mergeUndone,
  studentMerges,
  undoMergePath,
} from '#contract/student-merges.ts';

/** Returns the query of who was merged into a student; its key is one of students, whose writes read it anew. */
export const mergesQuery = (student: string) =>
  queryOptions({
    queryKey: [...keys.resource('student'), 'merges', student] as const,
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: mergePath(encodeURIComponent(student)), answer: studentMerges, signal }),
    retry: false,
  });

/**
 * Returns the calls that merge and undo. They are sent at once and never queued (decision 106). An attempt whose answer was lost is
 * repeated with its key, as long as the same is asked.
 */
export function useMergeCalls() {
  const client = useQueryClient();
  const last = useRef({ asked: '', key: '' });
  const keyFor = (path: string, body: object) => {
    const asked = JSON.stringify([path, body]);
    if (last.current.asked !== asked) last.current = { asked, key: newMutationId() };
    return last.current.key;
  };
  const refetch = () => client.invalidateQueries();
  return {
    /** @throws {ApiError} when the server cannot be asked or refuses */
    merge: async (student: string, body: MergeBody, named: CallName) => {
      const path = mergePath(encodeURIComponent(student));
      const call = { method: 'POST', path, rawBody: JSON.stringify(body), answer: merged } as const;
      const answer = await request({ ...call, named, idempotencyKey: keyFor(path, body) });
      void refetch();
      return answer;
    },
    /** @throws {ApiError} when the server cannot be asked or refuses */
    undo: async (student: string, other: string, named: CallName) => {
      const path = undoMergePath(encodeURIComponent(student));
      const body = { other };
      const call = { method: 'POST', path, rawBody: JSON.stringify(body), answer: mergeUndone } as const;
      const answer = await request({ ...call, named, idempotencyKey: keyFor(path, body) });
      void refetch();
      return answer;
    },
  };
}
