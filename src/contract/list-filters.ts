import { fieldOf, type Resource } from './define-resource.ts';
import type { FieldKind } from './fields.ts';

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

export const MOST_CHOSEN = 200;

/** The values that a person chooses a filter from. `record` is the id of a record that the field refers to. */
export type FilterKind =
  | 'day'
  | 'end'
  | 'listed'
  | 'method'
  | 'month'
  | 'owing'
  | 'person'
  | 'present'
  | 'record'
  | 'rows'
  | 'value';

interface Filter {
  readonly about: string;
  readonly kind?: FilterKind;
}

export function declaredFilters(resource: Resource): Readonly<Record<string, Filter>> {
  const fields = Object.entries(resource.fields);
  const ofKind = (wanted: FieldKind, kind: FilterKind, about: (label: string) => string) =>
    Object.fromEntries(
      fields
        .filter(([, field]) => field.kind === wanted)
        .map(([name, { label }]): [string, Filter] => [name, { kind, about: about(label.toLowerCase()) }]),
    );
  const ofOneValue = [...fields, ...Object.entries(resource.computed)]
    .filter(([, { filters }]) => filters)
    .map(([name, { label }]): [string, Filter] => [
      name,
      { kind: 'value', about: `Only records of this ${label.toLowerCase()}` },
    ]);
  const owes = Object.hasOwn(resource.computed, 'remaining_amount');
  return {
    search: { about: 'Words that the record contains' },
    ordering: { about: 'A column of the list, with - before it for descending' },
    ids: { about: `Only records with these ids, with commas between them, at most ${MOST_CHOSEN}` },
    created_after: { kind: 'day', about: 'Only records of this day or later, yyyy-MM-dd' },
    created_before: { kind: 'day', about: 'Only records of this day or earlier, yyyy-MM-dd' },
    ...ofKind('reference', 'record', (label) => `Only records of this ${label}`),
    ...(resource.cash && {
      month: { kind: 'month', about: 'Only records of this month' },
      recorded_by: { kind: 'person', about: 'Only records of this person, by their id' },
    }),
    ...ofKind('listed', 'listed', (label) => `Only records of the ${label} of this id`),
    ...Object.fromEntries(ofOneValue),
    ...(resource.fields.payment_method && {
      payment_method: { kind: 'method', about: 'Only what was paid by the method of this id' },
    }),
    ...(resource.fields.left_on && {
      present: { kind: 'present', about: 'true: only who has not left; false: only who has' },
    }),
    ...(resource.fields.ends_on && {
      ending_before: {
        kind: 'end',
        about: 'Only enrolments that end from today until this day, yyyy-MM-dd, and that nothing follows',
      },
      ending_after: { kind: 'end', about: 'With ending_before: from this day instead of today' },
    }),
    ...(owes && {
      owing: { kind: 'owing', about: 'true: only records on which something is still owed' },
    }),
    ...(summedColumns(resource).length > 0 && {
      totals: {
        about: 'true: the answer also carries, as totals, what each column of money comes to over all pages',
      },
    }),
    ...(resource.installment && {
      is_installment: { kind: 'rows', about: 'true: only installments; false: everything else' },
    }),
  };
}

export const filtersOf = (resource: Resource): Filters =>
  Object.fromEntries(Object.entries(declaredFilters(resource)).map(([name, { about }]) => [name, about]));

export const historyFilters: Filters = {
  record: 'Only entries of records with this id',
  resource: 'Only entries of this resource, such as bus, or of "month"',
  month: 'Only entries of records of this month',
  user: 'Only entries of this person',
};
