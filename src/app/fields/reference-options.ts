import type { RecordRow } from '#app/lib/record-row.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { formatMoney, readPiastres, toWesternDigits } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { textOf } from './field-control.ts';

/** More matches than this are not listed: a person types on rather than reads on. */
export const MAX_OPTIONS = 50;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The text at a path such as `student_data.name`; '' where there is none. */
export function textAt(row: Readonly<Record<string, unknown>>, path: string): string {
  let value: unknown = row;
  for (const step of path.split('.')) value = isObject(value) ? value[step] : undefined;
  return textOf(value);
}

/** The first line of an option: the person where there is one, else the record's own title. */
export function optionTitle(resource: Resource, row: RecordRow): string {
  return textAt(row, 'student_data.name') || textOf(row.name) || resource.titleOf(row);
}

/** One fact of an option, in words that need no label beside them. */
function factOf(field: Field, text: string): string {
  if (text === '') return '';
  if (field.kind === 'money') {
    const amount = readPiastres(text);
    if (amount === undefined) return '';
    if (!field.balance) return formatMoney(amount);
    return amount > 0n ? `${formatMoney(amount)} remaining` : 'Fully paid';
  }
  if (field.kind === 'quantity') return `${text} in stock`;
  return field.warnIfDuplicate ? `Receipt ${text}` : text;
}

/** The second line of an option: what tells two namesakes apart. */
export function optionDetail(resource: Resource, row: RecordRow): string[] {
  return (resource.summaryFields ?? []).flatMap((name) => {
    const field = fieldOf(resource, name);
    return (field && factOf(field, textOf(row[name]))) || [];
  });
}

const haystacks = new WeakMap<RecordRow, string>();
const fold = (text: string) => foldForSearch(toWesternDigits(text));

/** Everything a record can be found by, folded once for each record. */
function haystackOf(resource: Resource, row: RecordRow): string {
  const known = haystacks.get(row);
  if (known !== undefined) return known;
  const told = (resource.summaryFields ?? []).filter((name) => fieldOf(resource, name)?.kind !== 'money');
  const paths = [...resource.search, ...told, 'student_data.code', 'student_data.phone'];
  const made = fold(paths.map((path) => textAt(row, path)).join(' '));
  haystacks.set(row, made);
  return made;
}

/** The records that hold every typed word, in the order given: names, codes, phones or receipts. */
export function matchingRecords(
  resource: Resource,
  rows: readonly RecordRow[],
  typed: string,
): readonly RecordRow[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const haystack = haystackOf(resource, row);
    return words.every((word) => haystack.includes(word));
  });
}
