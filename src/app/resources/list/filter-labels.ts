import { displayDay } from '#contract/days.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { messages } from './texts.en.ts';

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
  if (name === 'created_after') return messages.fromDay({ day: displayDay(value) });
  if (name === 'created_before') return messages.untilDay({ day: displayDay(value) });
  if (name === 'owing') return messages.onlyDebts;
  if (name === 'is_installment')
    return value === 'true' ? messages.installmentsOnly : messages.noInstallments;
  if (name === 'month') return months.find(({ id }) => id === value)?.name ?? messages.oneMonth;
  if (name === 'recorded_by') return messages.takenByPerson({ name: nameOf ?? '' });
  const label = fieldOf(resource, name)?.label ?? name;
  return nameOf
    ? messages.namedReference({ label, name: nameOf })
    : messages.unnamedReference({ label: label.toLowerCase() });
}
