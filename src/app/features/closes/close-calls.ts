import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '#app/cache/query-keys.ts';
import { defineCall } from '#app/calls/online-call.ts';
import { useCall } from '#app/calls/use-call.ts';
import { onDay } from '#app/lib/as-of.ts';
import { CLOSE_DAY_PATH, CLOSES_PAGE_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { CLOSES_PATH, type CloseAnswer, closeAnswer, type RecountBody } from '#contract/closes.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import { bodyOf, type CountDraft, removeCount } from './count-draft.ts';
import { messages } from './texts.en.ts';

/** Returns the sentence about a close for a person who did not see its answer. */
export function closeText({
  created_at,
  counted,
  difference,
  finished_at,
  closed_by,
  user_name,
}: CloseAnswer) {
  const time = onDay(Date.parse(created_at));
  const amount = formatMoney(parsePiastres(counted));
  const differs = parsePiastres(difference);
  const off = formatMoney(differs < 0n ? -differs : differs);
  const result =
    differs === 0n
      ? messages.noDifference
      : differs < 0n
        ? messages.missing({ amount: off })
        : messages.over({ amount: off });
  const told = { time, amount, result };
  if (closed_by) return messages.toldOther({ ...told, name: user_name });
  return finished_at === null ? messages.toldCounted(told) : messages.toldClosed(told);
}

/** Counts a drawer; the answer is the first that says what is expected (decision 54). */
export const countCall = defineCall({
  name: 'close.count',
  answer: closeAnswer,
  screen: CLOSE_DAY_PATH,
  keeps: 'request',
  answersAnyPress: true,
  title: ({ user }) => (user === undefined ? appMessages.closeDrawer : messages.closeForOther),
  done: (_about, close) => (close ? closeText(close) : messages.toldDone),
});

/** Counts a drawer again, before the reason of the difference is given. */
export const recountCall = defineCall({
  name: 'close.recount',
  answer: closeAnswer,
  screen: CLOSE_DAY_PATH,
  keeps: 'request',
  answersAnyPress: true,
  title: () => messages.recount,
  done: (_about, close) => (close ? closeText(close) : messages.toldDone),
});

/** Finishes a close with the reason of its difference. */
export const finishCall = defineCall({
  name: 'close.finish',
  answer: closeAnswer,
  screen: CLOSES_PAGE_PATH,
  keeps: 'request',
  answersAnyPress: true,
  title: () => messages.finishTitle,
  done: (_about, close) => (close ? closeText(close) : messages.closed),
});

/** What a count is about: the own drawer, or that of the disabled user whom a manager closes for. */
export const countSubject = (user: string | undefined): string => user ?? '';

/**
 * Sends a count. It names the close that it was begun after, so that a period that was closed meanwhile is not closed again.
 * @param user the disabled user whose drawer a manager closes
 */
export function useSendCount(user?: string) {
  const client = useQueryClient();
  const send = useCall(countCall);
  return useMutation({
    mutationFn: ({ count, after }: { readonly count: CountDraft; readonly after: string | null }) =>
      send({
        subject: countSubject(user),
        method: 'POST',
        path: CLOSES_PATH,
        body: bodyOf(count, after, user),
        about: { user },
      }),
    onSuccess: () => removeCount(user),
    onSettled: () => client.invalidateQueries({ queryKey: keys.drawers }),
  });
}

const closePath = (id: string, call: string) => `${CLOSES_PATH}${encodeURIComponent(id)}/${call}/`;

/** Sends a second count of a close; the first stays on it. */
export function useRecount() {
  const client = useQueryClient();
  const send = useCall(recountCall);
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: RecountDraft }) =>
      send({ subject: id, method: 'POST', path: closePath(id, 'recount'), body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.drawers }),
  });
}

/** A second count as it is sent: amounts as they were typed. */
type RecountDraft = { readonly [Field in keyof RecountBody]?: unknown };

/** Finishes a close with its reason. */
export function useFinishClose() {
  const client = useQueryClient();
  const send = useCall(finishCall);
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      send({ subject: id, method: 'POST', path: closePath(id, 'finish'), body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.drawers }),
  });
}
