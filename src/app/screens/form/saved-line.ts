import type { Draft, FormFacts, Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { writesItself } from './form-facts.ts';

/** Names what was saved: "Student Mona Adel saved", "Installment of L.E. 500.00 saved". */
export function savedLine(resource: Resource, facts: FormFacts, row: Draft): string {
  if (writesItself(resource, facts)) return `${facts.singular} ${resource.titleOf(row)} saved`;
  const amount = readPiastres(row[resource.cash?.field ?? '']);
  return amount === undefined
    ? `${facts.singular} saved`
    : `${facts.singular} of ${formatMoney(amount)} saved`;
}
