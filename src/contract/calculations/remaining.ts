import { type Piastres, sum } from '../money.ts';

/** Calculates the balance of an enrolment, price − paid − installments, in piastres (decision 11). */
export function remaining(price: Piastres, paid: Piastres, installments: readonly Piastres[] = []): Piastres {
  return price - paid - sum(installments);
}
