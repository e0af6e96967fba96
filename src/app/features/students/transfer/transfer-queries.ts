import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { defineCall, useCall } from '#app/calls/online-call.ts';
import { messages } from '#app/features/students/texts.en.ts';
import { studentTransferPath, studentTransfers, transferOnTheWay } from '#contract/student-transfers.ts';

/** The key begins with that of students, so that their writes refetch it. */
export const transfersQuery = (student: string) =>
  queryOptions({
    queryKey: keys.ofStudents('transfers', student),
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: studentTransferPath(encodeURIComponent(student)),
        answer: studentTransfers,
        signal,
      }),
    meta: { persist: true },
  });

export const transferCall = defineCall({
  name: 'student.transfer',
  /** Of one that has arrived, too. */
  answer: transferOnTheWay,
  kind: () => messages.transfer.open,
  done: (_about, { detail }) => detail,
});

/** Sent at once and never queued: it writes in two branches (decision 159). */
export function useTransferStudent() {
  const client = useQueryClient();
  const send = useCall(transferCall);
  return async (student: string, name: string, branch: string) => {
    const result = await send({
      subject: student,
      method: 'POST',
      path: studentTransferPath(encodeURIComponent(student)),
      body: { branch },
      about: { name },
    });
    void client.invalidateQueries();
    return result;
  };
}
