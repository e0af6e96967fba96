import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '#app/cache/query-keys.ts';
import { defineCall, useCall } from '#app/calls/online-call.ts';
import { onDay } from '#app/lib/branch-day.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { closeQuery } from '#app/reads/drawer-queries.ts';
import { CLOSES_PATH, type CloseAnswer, closeAnswer, type RecountBody } from '#contract/closes.ts';
import { formatMoney, type Piastres, parsePiastres } from '#contract/money.ts';
import { bodyOf, type CountInput, removeCount } from './count-input.ts';
import { messages } from './texts.en.ts';

export const differenceText = (difference: Piastres): string =>
  difference < 0n
    ? messages.missing({ amount: formatMoney(-difference) })
    : messages.over({ amount: formatMoney(difference) });

export function closeText({
  created_at,
  counted,
  difference,
  finished_at,
  closed_by,
  user_name,
}: CloseAnswer) {
  const time = onDay(created_at);
  const amount = formatMoney(parsePiastres(counted));
  const differs = parsePiastres(difference);
  const result = differs === 0n ? messages.noDifference : differenceText(differs);
  const facts = { time, amount, result };
  if (closed_by) return messages.toldOther({ ...facts, name: user_name });
  return finished_at === null ? messages.toldCounted(facts) : messages.toldClosed(facts);
}

/** The answer is the first that tells the expected sum (decision 54). */
export const countCall = defineCall({
  name: 'close.count',
  answer: closeAnswer,
  kind: () => appMessages.closeDrawer,
  done: (_about, close) => closeText(close),
});

export const recountCall = defineCall({
  name: 'close.recount',
  answer: closeAnswer,
  kind: () => messages.recount,
  done: (_about, close) => closeText(close),
});

export const finishCall = defineCall({
  name: 'close.finish',
  answer: closeAnswer,
  kind: () => messages.finishTitle,
  done: (_about, close) => closeText(close),
});

/**
 * A count names the close that it was begun after, so that a period is not closed twice.
 * @param user the disabled user whose drawer a manager closes
 */
export function useSendCount(user?: string) {
  const client = useQueryClient();
  const send = useCall(countCall);
  return useMutation({
    mutationFn: ({ count, after }: { readonly count: CountInput; readonly after: string | null }) =>
      send({
        subject: user,
        method: 'POST',
        path: CLOSES_PATH,
        body: bodyOf(count, after, user),
      }),
    onSuccess: () => removeCount(user),
    onSettled: () => client.invalidateQueries({ queryKey: keys.drawers }),
  });
}

const closePath = (id: string, call: string) => `${CLOSES_PATH}${encodeURIComponent(id)}/${call}/`;

export function useRecount() {
  const client = useQueryClient();
  const send = useCall(recountCall);
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: RecountValues }) =>
      send({ subject: id, method: 'POST', path: closePath(id, 'recount'), body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.drawers }),
  });
}

type RecountValues = { readonly [Field in keyof RecountBody]?: unknown };

export function useFinishClose() {
  const client = useQueryClient();
  const send = useCall(finishCall);
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      send({ subject: id, method: 'POST', path: closePath(id, 'finish'), body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.drawers }),
  });
}

interface ShownClose {
  readonly close: CloseAnswer | undefined;
  readonly show: (close: CloseAnswer) => void;
}

/** A close without its reason is followed: another device, or a press whose answer was lost, may finish it. */
export function useShownClose(unfinished: CloseAnswer | undefined): ShownClose {
  const [counted, setCounted] = useState<CloseAnswer>();
  const close = counted ?? unfinished;
  const id = close?.id ?? '';
  const { data } = useQuery({ ...closeQuery(id), enabled: close?.finished_at === null, staleTime: 0 });
  const isFinished = data !== undefined && data.id === close?.id && data.finished_at !== null;
  return { close: isFinished ? data : close, show: setCounted };
}
