import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal } from '#contract/money.ts';
import type { DuePay } from './every-pay.ts';
import { expectedSalary } from './open-pay.ts';

export interface PaidCounts {
  readonly paid: number;
  readonly waiting: number;
  readonly refused: number;
  /** Why those that are nowhere could not be stored. */
  readonly notStored: string | undefined;
}

/**
 * One entry of the outbox for each, as in renewals of many. The amount that was shown is sent: the server never pays
 * more than it, and refuses it where less is left.
 * @param how by which method and from where it is paid
 */
export async function payMany(due: readonly DuePay[], how: Draft): Promise<PaidCounts> {
  const outcomes = await Promise.all(
    due.map(({ employee, inputs, salary }) => {
      const body = { ...how, employee: employee.id, amount: formatDecimal(salary.net) };
      return save({
        id: newMutationId(),
        resource: 'salary',
        kind: 'create',
        body,
        expected: expectedSalary(inputs, body),
        referenced: { employee },
      });
    }),
  );
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length;
  return {
    paid: count('saved'),
    waiting: count('queued'),
    refused: count('rejected'),
    notStored: outcomes.find((one) => one.outcome === 'not-stored')?.message,
  };
}
