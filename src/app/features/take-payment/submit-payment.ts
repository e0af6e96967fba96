import { newMutationId } from '#app/outbox/model/ids.ts';
import { pickedName } from '#app/outbox/model/lines.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import type { FamilyDebt } from './use-family-debts.ts';

/** One payment that is to be saved: a debt with its part, in piastres. */
export interface Payment {
  readonly debt: FamilyDebt;
  readonly amount: Piastres;
}

/** What was entered, ready to be saved. */
export interface Received {
  /** The key of the whole, made when the form opened. */
  readonly id: string;
  readonly receipt: string;
  readonly payments: readonly Payment[];
  /** The entry that is being corrected, with what it said besides. */
  readonly reopened?: Mutation | undefined;
}

/** Saves one sum for all debts: one entry, accepted wholly or not at all (decision 53). */
export function saveTogether({ id, receipt, payments, reopened }: Received): Promise<MutationOutcome> {
  const { custom_date, notes } = reopened?.body ?? {};
  return save({
    id,
    resource: COLLECTION,
    kind: 'create',
    body: {
      receipt_number: receipt,
      ...(custom_date !== undefined && { custom_date }),
      ...(notes !== undefined && { notes }),
      payments: payments.map(({ debt, amount }) => ({
        resource: debt.name,
        related_record: debt.record.id,
        paid_amount: formatDecimal(amount),
      })),
    },
    referenced: Object.fromEntries(payments.map(({ debt }, index) => [pickedName(index), debt.record])),
    ...(reopened?.replaces !== undefined && { replaces: reopened.replaces }),
  });
}

/** What became of one installment. */
export interface SentPayment extends Payment {
  readonly outcome: MutationOutcome;
}

/**
 * Saves one installment after the other, on a server without collections. A refused one does not stop the others; a
 * device that cannot store any more does.
 */
export async function saveOneByOne({ receipt, payments }: Received): Promise<readonly SentPayment[]> {
  const sent: SentPayment[] = [];
  for (const { debt, amount } of payments) {
    const outcome = await save({
      id: newMutationId(),
      resource: debt.name,
      kind: 'create',
      body: {
        is_installment: true,
        related_record: debt.record.id,
        receipt_number: receipt,
        paid_amount: formatDecimal(amount),
      },
      referenced: { related_record: debt.record },
    });
    if (outcome.outcome === 'rejected') await outcome.confirmShown();
    sent.push({ debt, amount, outcome });
    if (outcome.outcome === 'not-stored') break;
  }
  return sent;
}
