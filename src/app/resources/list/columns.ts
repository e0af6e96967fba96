import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import type { NamedField } from './row-summary.ts';

/** Describes one column: a field, or several that share it on a narrow screen. */
export interface Column {
  readonly key: string;
  readonly lines: readonly (readonly NamedField[])[];
  readonly kind: Field['kind'];
}

/** Matches screens wide enough for one column per field. In em, so that larger text folds earlier. */
export const WIDE_QUERY = '(min-width: 90em)';
/** Matches screens that show a table; narrower ones show cards. */
export const TABLE_QUERY = '(min-width: 51.25em)';

/** Limits the columns that fit a tablet beside the menu. */
const FITTING = 6;

/** Tells whether fields share columns on screens that are not wide. */
export const isFolded = ({ columns }: Resource): boolean => columns.length > FITTING;

/** Returns the shared column of a field on a narrow screen; undefined for its own. */
function foldOf({ field }: NamedField, first: boolean): 'first' | 'describing' | 'money' | undefined {
  if (first || field.kind === 'timestamp') return 'first';
  if (field.kind === 'choice' || field.kind === 'long-text') return 'describing';
  return field.kind === 'money' && !field.balance ? 'money' : undefined;
}

function linesOf(fold: string, members: readonly NamedField[]): NamedField[][] {
  if (fold !== 'describing') return members.map((member) => [member]);
  const choices = members.filter(({ field }) => field.kind === 'choice');
  const texts = members.filter(({ field }) => field.kind !== 'choice');
  return [choices, ...texts.map((text) => [text])].filter((line) => line.length > 0);
}

/**
 * Returns the columns of a list in the order of its declaration. If they do not fit, some fields share a
 * column in lines: describing fields, price and paid amount, first field and date. Names, receipt numbers
 * and debts stay visible without scrolling sideways.
 */
export function columnsOf(resource: Resource, wide: boolean): readonly Column[] {
  const fields = resource.columns.flatMap((name): NamedField[] => {
    const field = fieldOf(resource, name);
    return field ? [{ name, field }] : [];
  });
  const folds = !wide && isFolded(resource);
  const placed = new Set<string>();
  return fields.flatMap((each, place): Column[] => {
    const fold = folds ? foldOf(each, place === 0) : undefined;
    if (fold === undefined) return [{ key: each.name, lines: [[each]], kind: each.field.kind }];
    if (placed.has(fold)) return [];
    placed.add(fold);
    const members = fields.filter((other, at) => foldOf(other, at === 0) === fold);
    const kind = fold === 'describing' ? 'long-text' : each.field.kind;
    return [{ key: each.name, lines: linesOf(fold, members), kind }];
  });
}

/** Returns the column that identifies a row and carries its marks. */
export function titleColumn(resource: Resource): string | undefined {
  const named = (kind: Field['kind']) =>
    resource.columns.find((name) => resource.fields[name]?.kind === kind);
  return named('reference') ?? named('text');
}
