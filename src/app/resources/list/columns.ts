import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import type { NamedField } from './row-summary.ts';

/** One column of a list: a field, or several that share a column in lines where the screen is narrow. */
export interface Column {
  readonly key: string;
  readonly lines: readonly (readonly NamedField[])[];
  readonly kind: Field['kind'];
}

/** From this width on every field has a column of its own. In em, so that larger text folds earlier. */
export const WIDE_QUERY = '(min-width: 90em)';
/** Below this width rows become cards. */
export const TABLE_QUERY = '(min-width: 51.25em)';

/** More columns than this do not fit a tablet beside the menu. */
const FITTING = 6;

/** Whether fields share columns where the screen is not wide. */
export const isFolded = ({ columns }: Resource): boolean => columns.length > FITTING;

/** Where a field goes on a narrow screen: with the describing fields, with its like in money, or first. */
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
 * The columns of a list in the order of its declaration. Where many do not fit, some share a column in lines:
 * what only describes, price and payment, the first column and the date. So names, receipts and debts stay in
 * sight without scrolling sideways.
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

/** The column that says whose or what a row is: it also carries the row's marks. */
export function titleColumn(resource: Resource): string | undefined {
  const named = (kind: Field['kind']) =>
    resource.columns.find((name) => resource.fields[name]?.kind === kind);
  return named('reference') ?? named('text');
}
