import { computedText } from '#contract/computed-fields.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import type { NamedField } from './row-summary.ts';
import { messages } from './texts.en.ts';

/** Describes one column: a field, or several that share it on a narrow screen. */
export interface Column {
  readonly key: string;
  readonly lines: readonly (readonly NamedField[])[];
  readonly kind: Field['kind'];
}

/** Matches screens wide enough for one column per field. In em, so that larger text folds earlier. */
export const WIDE_QUERY = '(min-width: 90em)';
/** Matches screens with room for more than the specified columns. */
export const WIDEST_QUERY = '(min-width: 110em)';
/** Matches screens that show a table; narrower ones show cards. */
export const TABLE_QUERY = '(min-width: 51.25em)';

/** Limits the columns that fit a tablet beside the menu. */
const MAX_TABLET_COLUMNS = 6;

/** Names the field of a record with the id of who recorded it. */
export const RECORDED_BY = 'recorded_by';

/** Returns the column of payments that says who took them. */
function takenByColumn(): Column {
  const field = computedText(messages.takenBy);
  return { key: RECORDED_BY, lines: [[{ name: RECORDED_BY, field }]], kind: field.kind };
}

/** Tells whether fields share columns on screens that are not wide. */
export const isFolded = ({ columns }: Resource): boolean => columns.length > MAX_TABLET_COLUMNS;

/** Returns the shared column of a field on a narrow screen; undefined for its own. */
function groupOf({ field }: NamedField, isTitle: boolean): 'title' | 'describing' | 'money' | undefined {
  if (isTitle || field.kind === 'timestamp') return 'title';
  if (field.kind === 'choice' || field.kind === 'long-text') return 'describing';
  return field.kind === 'money' && !field.balance ? 'money' : undefined;
}

/** Returns the lines of a shared column: never more than two, so that no header and no row gets higher. */
function linesOf(group: string, members: readonly NamedField[]): NamedField[][] {
  if (group !== 'describing') return members.map((member) => [member]);
  const last = members.length > 2 ? members.findLast(({ field }) => field.kind === 'choice') : members.at(-1);
  const lines = [members.filter((member) => member !== last), members.filter((member) => member === last)];
  return lines.filter((line) => line.length > 0);
}

/**
 * Returns the columns of a list in the order of its declaration. If they do not fit, some fields share a
 * column in two lines: name and date, describing fields, price and paid amount. The name then stands first,
 * and receipt numbers and debts stay visible without scrolling sideways.
 * @param tellsPeople whether the server tells who recorded a payment, and there is room for it
 */
export function columnsOf(resource: Resource, wide: boolean, tellsPeople = false): readonly Column[] {
  const fields = resource.columns.flatMap((name): NamedField[] => {
    const field = fieldOf(resource, name);
    return field ? [{ name, field }] : [];
  });
  const isShared = !wide && isFolded(resource);
  const title = titleColumn(resource);
  if (isShared) fields.sort((one, other) => Number(other.name === title) - Number(one.name === title));
  const seen = new Set<string>();
  const columns = fields.flatMap((named): Column[] => {
    const group = isShared ? groupOf(named, named.name === title) : undefined;
    if (group === undefined) return [{ key: named.name, lines: [[named]], kind: named.field.kind }];
    if (seen.has(group)) return [];
    seen.add(group);
    const members = fields.filter((other) => groupOf(other, other.name === title) === group);
    const kind = group === 'describing' ? 'long-text' : named.field.kind;
    return [{ key: named.name, lines: linesOf(group, members), kind }];
  });
  return wide && tellsPeople && resource.installment ? [...columns, takenByColumn()] : columns;
}

/** Returns the column that identifies a row and carries its marks. */
export function titleColumn(resource: Resource): string | undefined {
  const named = (kind: Field['kind']) =>
    resource.columns.find((name) => resource.fields[name]?.kind === kind);
  return named('reference') ?? named('text');
}
