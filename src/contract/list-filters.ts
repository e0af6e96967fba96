import type { Resource } from './define-resource.ts';

/** What a list may be asked for beside its page, by the name of the parameter: all of it optional (decision 3). */
export type Filters = Readonly<Record<string, string>>;

/** The filters of a resource's list, as its fields allow them. */
export function filtersOf(resource: Resource): Filters {
  const references = Object.entries(resource.fields).filter(([, { kind }]) => kind === 'reference');
  const owes = Object.hasOwn(resource.computed, 'remaining_amount');
  return {
    search: 'Words that the record contains',
    ordering: 'A column of the list, with - before it for descending',
    created_after: 'Only records of this day or later, yyyy-MM-dd',
    created_before: 'Only records of this day or earlier, yyyy-MM-dd',
    ...Object.fromEntries(
      references.map(([name, { label }]) => [name, `Only records of this ${label.toLowerCase()}`]),
    ),
    ...(resource.cash && { month: 'Only records of this month' }),
    ...(owes && { owing: 'true: only records on which something is still owed' }),
    ...(resource.installment && { is_installment: 'true: only installments; false: only enrolments' }),
  };
}

/** The filters of the history. */
export const historyFilters: Filters = {
  record: 'Only entries of records with this id',
  resource: 'Only entries of this resource, such as bus, or of "month"',
  month: 'Only entries of records of this month',
  user: 'Only entries of this person',
};
