import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { connection } from '#app/api/connection.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { readStrategy } from '#app/reads/read-strategy.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { type DuplicatePayment, findDuplicatePayment, type Payment, paymentIn } from './duplicate-payment.ts';
import type { FormContextValue } from './form-setting.ts';

/** Longer than this nobody waits with the money in hand: then what the device knows has to do. */
const HOST_MS = 1_200;
/** It is waited for in steps: on a busy tablet one long timer would be over before the answer had its turn. */
const STEP_MS = 100;
/** Two presses so close together are one press of an unsteady finger. */
const ONE_PRESS_MS = 700;

/** Reads what others have entered for this student meanwhile, where the host answers in time. */
async function askHost(client: QueryClient, resource: Resource, { student }: Payment): Promise<void> {
  if (isTemporaryId(student) || connection() === 'offline') return;
  let answered = false;
  const note = () => {
    answered = true;
  };
  const reading = client
    .fetchQuery({
      // The newest of all are where a payment of this minute stands, too.
      ...listQuery(resource, { page: 1, ...readStrategy(client).filter({ student }) }),
      staleTime: 0,
      retry: false,
    })
    .then(note, note);
  for (let waited = 0; waited < HOST_MS && !answered; waited += STEP_MS) {
    await withTimeout(reading, STEP_MS, () => undefined);
  }
}

const nameOf = ({ student, amount }: Payment) => `${student} ${amount}`;

/**
 * Holds a new payment back once where the same student has paid the same a few minutes ago: it may have been
 * entered already, here or on another device. The next press saves it.
 */
export function useDuplicateCheck(setting: FormContextValue): {
  readonly earlier: DuplicatePayment | undefined;
  readonly holdsBack: (body: Draft) => Promise<boolean>;
} {
  const client = useQueryClient();
  const [earlier, setEarlier] = useState<DuplicatePayment>();
  const looked = useRef<{ readonly name: string; readonly toldAt: number | undefined }>(undefined);

  const holdsBack = useCallback(
    async (body: Draft) => {
      const { resource, record, own } = setting;
      const drafted = record ? undefined : paymentIn(setting, body);
      if (!drafted) return false;
      // Since it was picked, a student made on this device may have become the host's.
      const payment = { ...drafted, student: outboxView().ids.get(drafted.student) ?? drafted.student };
      const name = nameOf(payment);
      // Looked for once: afterwards the device may know of a try of this very form that was refused.
      if (looked.current?.name === name) {
        const { toldAt } = looked.current;
        return toldAt !== undefined && Date.now() - toldAt < ONE_PRESS_MS;
      }
      await askHost(client, resource, payment);
      const now = Date.now();
      const found = findDuplicatePayment(
        resource,
        payment,
        { client, outbox: outboxView().rows },
        { own, now },
      );
      setEarlier(found);
      looked.current = { name, toldAt: found && now };
      return found !== undefined;
    },
    [client, setting],
  );
  return { earlier, holdsBack };
}
