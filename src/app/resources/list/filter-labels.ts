import { displayDay } from '#contract/days.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';

/** Identifies a month that a list can be filtered by. */
export interface NamedMonth {
  readonly id: string;
  readonly name: string;
}

/** Returns the label of an active filter; `nameOf` is the title of a referenced record. */
export function filterLabel(
  resource: Resource,
  name: string,
  value: string,
  { months, nameOf }: { months: readonly NamedMonth[]; nameOf: string | undefined },
): string {
  if (name === 'created_after') return `From ${displayDay(value)}`;
  if (name === 'created_before') return `Until ${displayDay(value)}`;
  if (name === 'owing') return 'Only debts';
  if (name === 'is_installment') return value === 'true' ? 'Installments only' : 'No installments';
  if (name === 'month') return months.find(({ id }) => id === value)?.name ?? 'One month';
  const label = fieldOf(resource, name)?.label ?? name;
  return nameOf ? `${label}: ${nameOf}` : `One ${label.toLowerCase()}`;
}
