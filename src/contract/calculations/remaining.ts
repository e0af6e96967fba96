import { type Piastres, piastres, sum } from '../money.ts';

/**
 * What is still owed on an enrolment: price − paid_amount − its installments (decision 11), in piastres.
 * @throws {RangeError} when an argument is not decimal text.
 */
export function remaining(price: string, paid: string, installments: readonly string[] = []): Piastres {
  return piastres(price) - piastres(paid) - sum(installments.map(piastres));
}
