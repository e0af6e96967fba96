import type { Piastres } from '../money.ts';

/** Paid by one method (decision 130). */
export interface Tender {
  readonly payment_method: string;
  readonly payment_reference: string | null;
  /** Piastres. */
  readonly amount: Piastres;
}

/**
 * Payments and tenders keep their order, and each row has one method (decision 130).
 * @param payments piastres; together they come to the tenders
 * @returns for each payment its share of each tender
 */
export function splitOverTenders(
  payments: readonly Piastres[],
  tenders: readonly Tender[],
): readonly (readonly Tender[])[] {
  const left = tenders.map((tender) => ({ ...tender }));
  return payments.map((payment) => {
    const pieces: Tender[] = [];
    let open = payment;
    for (const tender of left) {
      const amount = tender.amount < open ? tender.amount : open;
      if (amount <= 0n) continue;
      pieces.push({ ...tender, amount });
      tender.amount -= amount;
      open -= amount;
    }
    return pieces;
  });
}
