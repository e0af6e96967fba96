import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isTransient } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { CLOSES_PATH, type CloseAnswer, closeAnswer } from '#contract/closes.ts';
import { bodyOf, type CountDraft, removeCount, writeCount } from './count-draft.ts';
import { messages } from './messages.ts';

/**
 * Sends a count. It is never queued (decision 54): the answer says what is expected. The key stays with the count on the device, so that
 * sending it again, even after a reload, counts once.
 * @param user the disabled user whose drawer a manager closes
 */
export function useSendCount(user?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ count, after }: { readonly count: CountDraft; readonly after: string | null }) => {
      const key = count.key ?? crypto.randomUUID();
      writeCount({ ...count, key }, user);
      const body = bodyOf(count, after, user);
      const named = { kind: messages.countedKind };
      const call = { method: 'POST', path: CLOSES_PATH, body, answer: closeAnswer, named } as const;
      return request({ ...call, idempotencyKey: key });
    },
    onSuccess: () => removeCount(user),
    onError: (error, { count }) => {
      // Refused for certain: the next try is another count.
      if (!isTransient(error)) writeCount({ ...count, key: undefined }, user);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.drawers }),
  });
}

/** Finishes a close with its reason; sent again it answers the same. */
export function useFinishClose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: CloseAnswer['id']; readonly reason: string }) =>
      request({
        method: 'POST',
        path: `${CLOSES_PATH}${encodeURIComponent(id)}/finish/`,
        body: { reason },
        answer: closeAnswer,
        idempotencyKey: crypto.randomUUID(),
        named: { kind: messages.reasonKind },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.drawers }),
  });
}
