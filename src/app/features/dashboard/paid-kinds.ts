import { debtOf } from '#app/lib/debt-of.ts';
import type { RequestedPage } from '#app/reads/use-many-records.ts';
import { figures } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';

const revenue: readonly string[] = figures.filter(({ group }) => group === 'revenue').map(({ name }) => name);

/** The resources with revenue: enrolments with their installments, and book payouts. */
const paidResources = resourceNames
  .map(resourceOf)
  .filter(({ cash }) => cash !== undefined && revenue.includes(cash.figure));

/** The newest page of each; the lists and the prefetch read the same pages. */
export const newestPayments: readonly RequestedPage[] = paidResources.map((resource) => ({
  resource,
  search: { page: 1 },
}));

/** The largest debts of each; only for a server that can filter and sort. */
export const largestDebts: readonly RequestedPage[] = paidResources.flatMap((resource) => {
  const debt = debtOf(resource);
  return debt ? [{ resource, search: { page: 1, owing: true, ordering: `-${debt.left}` } }] : [];
});
