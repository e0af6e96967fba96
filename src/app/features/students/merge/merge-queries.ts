import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { defineCall, useCall } from '#app/calls/online-call.ts';
import { messages } from '#app/features/students/texts.en.ts';
import {
  type MergeBody,
  merged,
  mergePath,
  mergeUndone,
  studentMerges,
  undoMergePath,
} from '#contract/student-merges.ts';

/** The key begins with that of students, so that their writes refetch it. */
export const mergesQuery = (student: string) =>
  queryOptions({
    queryKey: keys.ofStudents('merges', student),
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: mergePath(encodeURIComponent(student)), answer: studentMerges, signal }),
    retry: false,
  });

export const mergeCall = defineCall({
  name: 'student.merge',
  answer: merged,
  kind: () => messages.merge.title,
  done: (_about, { student, moved }) => messages.merge.merged({ name: String(student.name), count: moved }),
});

export const undoMergeCall = defineCall({
  name: 'student.merge-undo',
  answer: mergeUndone,
  kind: () => messages.merge.undo,
  done: ({ name = '' }) => messages.merge.undone({ name }),
});

export function useMergeCalls() {
  const client = useQueryClient();
  const merge = useCall(mergeCall);
  const undo = useCall(undoMergeCall);
  const refetch = <T>(result: T) => {
    void client.invalidateQueries();
    return result;
  };
  return {
    merge: (student: string, name: string, body: MergeBody) =>
      merge({
        subject: student,
        method: 'POST',
        path: mergePath(encodeURIComponent(student)),
        body,
        about: { name },
      }).then(refetch),
    undo: (student: string, other: string, name: string) =>
      undo({
        subject: student,
        method: 'POST',
        path: undoMergePath(encodeURIComponent(student)),
        body: { other },
        about: { name },
      }).then(refetch),
  };
}
