import { fieldOf, type Resource } from './define-resource.ts';

export type Filters = Readonly<Record<string, string>>;

/**
 * Money columns that have a total, which excludes unit prices. A list returns them as `totals` on request (decision 3).
 */
export function summedColumns(resource: Resource): readonly string[] {
  return resource.columns.filter((name) => {
    const field = fieldOf(resource, name);
    return field?.kind === 'money' && !field.unitPrice;
  });
}

/** Records that a person can choose in one list. */
export const MOST_CHOSEN = 200;

/** Optional query parameters of a list (decision 3). */
export function filtersOf(resource: Resource): Filters {
  const references = Object.entries(resource.fields).filter(([, { kind }]) => kind === 'reference');
  const owes = Object.hasOwn(resource.computed, 'remaining_amount');
  return {
    search: 'Words that the record contains',
    ordering: 'A column of the list, with - before it for descending',
    ids: `Only records with these ids, with commas between them, at most ${MOST_CHOSEN}`,
    created_after: 'Only records of this day or later, yyyy-MM-dd',
    created_before: 'Only records of this day or earlier, yyyy-MM-dd',
    ...Object.fromEntries(
      references.map(([name, { label }]) => [name, `Only records of this ${label.toLowerCase()}`]),
    ),
    ...(resource.cash && {
      month: 'Only records of this month',
      recorded_by: 'Only records of this person, by their id',
    }),
    ...Object.fromEntries(
      Object.entries(resource.fields)
        .filter(([, { kind }]) => kind === 'listed')
        .map(([name, { label }]) => [name, `Only records of the ${label.toLowerCase()} of this id`]),
    ),
    ...Object.fromEntries(
      Object.entries({ ...resource.fields, ...resource.computed })
        .filter(([, { filters }]) => filters)
        .map(([name, { label }]) => [name, `Only records of this ${label.toLowerCase()}`]),
    ),
    ...(resource.fields.payment_method && { payment_method: 'Only what was paid by the method of this id' }),
    ...(resource.fields.left_on && { present: 'true: only who has not left; false: only who has' }),
    ...(resource.fields.ends_on && {
      ending_before:
        'Only enrolments that end from today until this day, yyyy-MM-dd, and that nothing follows',
      ending_after: 'With ending_before: from this day instead of today',
    }),
    ...(owes && { owing: 'true: only records on which something is still owed' }),
    ...(summedColumns(resource).length > 0 && {
      totals: 'true: the answer also carries, as totals, what each column of money comes to over all pages',
    }),
    ...(resource.installment && { is_installment: 'true: only installments; false: everything else' }),
  };
}

export const historyFilters: Filters = {
  record: 'Only entries of records with this id',
  resource: 'Only entries of this resource, such as bus, or of "month"',
  month: 'Only entries of records of this month',
  user: 'Only entries of this person',
};
