import type { Draft, Resource } from '../define-resource.ts';
import { type Piastres, readPiastres } from '../money.ts';

/**
 * Returns what was paid of a debt so far, its installments included, in piastres: the price less what remains. Undefined for an
 * installment, for a resource that takes none, and where an amount cannot be read.
 */
export function paidSoFar(resource: Resource, record: Draft): Piastres | undefined {
  if (!resource.installment || record.is_installment === true) return undefined;
  for (const [left, { balance }] of Object.entries(resource.computed)) {
    const price = balance && readPiastres(record[balance.price]);
    const remaining = readPiastres(record[left]);
    if (balance) return price === undefined || remaining === undefined ? undefined : price - remaining;
  }
  return undefined;
}
