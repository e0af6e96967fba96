import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { connection } from '#app/api/connection.ts';
import { importWhenIdle } from '#app/lib/when-idle.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { readStrategy } from '#app/reads/capabilities.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import type { DuplicatePayment, Payment } from './duplicate-payment.ts';
import type { FormContextValue } from './form-context.ts';

/** Limits the wait for the server, in milliseconds; after it the device's own data decides. */
const SERVER_TIMEOUT_MS = 1_200;
/**
 * Splits that wait into steps, in milliseconds. On a busy tablet one long timer would fire before the
 * answer is handled.
 */
const STEP_MS = 100;
/** Treats two presses within this time, in milliseconds, as a double tap. */
const DOUBLE_TAP_MS = 700;

/**
 * Fetches this student's newest records, to see payments from other devices. Gives up after the timeout.
 */
async function fetchRecentPayments(
  client: QueryClient,
  resource: Resource,
  { student }: Payment,
): Promise<void> {
  if (isTemporaryId(student) || connection() === 'offline') return;
  let answered = false;
  const onSettled = () => {
    answered = true;
  };
  const request = client
    .fetchQuery({
      // Without filters the newest records are read, which include a payment of this minute.
      ...listQuery(resource, { page: 1, ...readStrategy(client).filter({ student }) }),
      staleTime: 0,
      retry: false,
    })
    .then(onSettled, onSettled);
  for (let waited = 0; waited < SERVER_TIMEOUT_MS && !answered; waited += STEP_MS) {
    await withTimeout(request, STEP_MS, () => undefined);
  }
}

const keyOf = ({ student, amount, book }: Payment) => `${student} ${amount} ${book}`;

const loadFinder = () => import('./duplicate-payment.ts');
/** Loads the finder; undefined if that fails: without it nothing is held back. */
const finderInTime = () =>
  withTimeout(loadFinder(), SERVER_TIMEOUT_MS, () => undefined).catch(() => undefined);

/**
 * Requires a second press before a payment that may be a duplicate is saved. It may have been entered a few
 * minutes ago, here or on another device.
 */
export function useDuplicateCheck(form: FormContextValue): {
  readonly duplicate: DuplicatePayment | undefined;
  readonly shouldConfirm: (body: Draft) => Promise<boolean>;
} {
  const client = useQueryClient();
  const [duplicate, setDuplicate] = useState<DuplicatePayment>();
  const lastCheck = useRef<{ readonly key: string; readonly warnedAt: number | undefined }>(undefined);

  useEffect(() => void importWhenIdle(loadFinder).catch(() => undefined), []);

  const shouldConfirm = useCallback(
    async (body: Draft) => {
      const { resource, record, own } = form;
      const finder = record ? undefined : await finderInTime();
      const draft = finder?.paymentIn(form, body);
      if (!finder || !draft) return false;
      // Maps the temporary id: the student may have got a server id since then.
      const payment = { ...draft, student: outboxView().ids.get(draft.student) ?? draft.student };
      const key = keyOf(payment);
      // Checked once: later the device may know a rejected attempt of this very form.
      if (lastCheck.current?.key === key) {
        const { warnedAt } = lastCheck.current;
        return warnedAt !== undefined && Date.now() - warnedAt < DOUBLE_TAP_MS;
      }
      await fetchRecentPayments(client, resource, payment);
      const now = Date.now();
      const found = finder.findDuplicatePayment(
        resource,
        payment,
        { client, outbox: outboxView().rows },
        { own, now },
      );
      setDuplicate(found);
      lastCheck.current = { key, warnedAt: found && now };
      return found !== undefined;
    },
    [client, form],
  );
  return { duplicate, shouldConfirm };
}
