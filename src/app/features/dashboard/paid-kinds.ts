import { debtOf } from '#app/lib/debt-of.ts';
import type { RequestedPage } from '#app/reads/use-many-records.ts';
import { figures } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';

const revenue: readonly string[] = figures.filter(({ group }) => group === 'revenue').map(({ name }) => name);

/** Every kind that people pay for: enrolments with their installments, and book payouts. */
const paidKinds = resourceNames
  .map(resourceOf)
  .filter(({ cash }) => cash !== undefined && revenue.includes(cash.figure));

/** The newest records of each, which their lists and the offline start read as well. */
export const newestPaid: readonly RequestedPage[] = paidKinds.map((resource) => ({
  resource,
  search: { page: 1 },
}));

/** Of each kind those on which the most is owed; only for a host that knows filter and order. */
export const mostOwed: readonly RequestedPage[] = paidKinds.flatMap((resource) => {
  const debt = debtOf(resource);
  return debt ? [{ resource, search: { page: 1, owing: true, ordering: `-${debt.left}` } }] : [];
});
