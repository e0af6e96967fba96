import { type Piastres, sum } from '../money.ts';

/** Calculates a balance, price − paid − installments, in piastres (decisions 11 and 42). */
export function remaining(price: Piastres, paid: Piastres, installments: readonly Piastres[] = []): Piastres {
  return price - paid - sum(installments);
}
