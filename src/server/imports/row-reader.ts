import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Calendar } from '#contract/days.ts';
import { createBody, type Draft, type Resource } from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import type { Field } from '#contract/fields.ts';
import type { ImportBody, ImportTarget } from '#contract/imports.ts';
import { foldForSearch } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { ColumnValues } from '#server/db/branch-scope.ts';
import { toColumns } from '#server/db/columns.ts';
import { inPlainWords } from '#server/messages/plain-words.ts';
import type { FileRow, Table } from '#server/platform/spreadsheets/table.ts';
import { dayOf, dayOrderOf, plain } from './import-days.ts';
import { importFields, NAME_PARTS } from './import-fields.ts';
import { messages } from './texts.en.ts';

interface UnknownWord {
  readonly field: string;
  readonly text: string;
}

export interface CheckedRow extends FileRow {
  readonly title: string;
  readonly problems: string[];
  readonly duplicates: string[];
  /** A value is left out, or may be another than it was read: a person decides about the row. */
  readonly doubts: string[];
  readonly words: UnknownWord[];
  readonly values: ColumnValues;
}

type Findings = Pick<CheckedRow, 'problems' | 'doubts' | 'words'>;

export interface RowReader extends Findings {
  readonly row: FileRow;
  readonly cell: (field: string) => string;
  readonly day: (field: string) => string;
  /** A value of a field that has words: as the file says it, or as a person said what its word means. */
  readonly word: (
    name: string,
    field: Field,
    read: (text: string) => string | undefined,
  ) => string | undefined;
}

const ROWS_A_TURN = 200;

export async function eachInTurns<Row>(rows: Iterable<Row>, work: (row: Row) => void): Promise<void> {
  let index = 0;
  for (const row of rows) {
    if (index++ % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    work(row);
  }
}

const SHOWN = 60;

export const shown = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const ERROR = /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|ERROR!)|Err:\d{3})$/i;
const NO_CHARACTER = '\ufffd';

export const wordKey = (text: string) => foldForSearch(plain(text));

interface Columns {
  readonly body: ImportBody;
  readonly calendar: Calendar;
  readonly labels: ReadonlyMap<string, string>;
  readonly meanings: ReadonlyMap<string, string>;
  /** So many columns have a name, or stand before one. */
  readonly named: number;
  readonly taken: ReadonlySet<number>;
  readonly orderOf: (field: string) => ReturnType<typeof dayOrderOf>;
}

/** Amounts, choices and students that are no such thing are refused by rules of their own. */
function isRefusedAnyway(target: ImportTarget, name: string): boolean {
  const field = resourceOf(target).fields[name];
  return !field || field.kind === 'money' || field.refersTo !== undefined || field.choices !== undefined;
}

/** Reports what a spreadsheet shows where it has no value, and leaves it out where the row can do without. */
function cleaned(
  text: string,
  isFormula: boolean,
  field: string,
  { body, labels }: Columns,
  findings: Findings,
): string {
  const { problems, doubts } = findings;
  const isError = ERROR.test(text);
  const named = { label: labels.get(field) ?? field, text: shown(text) };
  if (text.includes(NO_CHARACTER)) doubts.push(messages.importSign(named));
  if (!isError && !isFormula) return text;
  if (field === 'name' || NAME_PARTS.some((part) => part === field)) {
    if (isError) problems.push(messages.importErrorCell(named));
    else doubts.push(messages.importFormula(named));
    return text;
  }
  if (isRefusedAnyway(body.target, field)) return text;
  doubts.push(messages.importNoValue(named));
  return '';
}

function readerOf(row: FileRow, columns: Columns): RowReader {
  const { body, labels, meanings, named, taken } = columns;
  const findings: Findings = { problems: [], doubts: [], words: [] };
  const texts = new Map<string, string>();
  for (const [field, column] of Object.entries(body.columns)) {
    const text = row.cells[column] ?? '';
    const isFormula = row.formulas?.includes(column) ?? false;
    if (text !== '') texts.set(field, cleaned(text, isFormula, field, columns, findings));
    if (row.hiddenCells?.includes(column))
      findings.doubts.push(messages.importHiddenColumn({ label: labels.get(field) ?? field }));
  }
  const beyond = row.cells.filter((text, column) => column >= named && text !== '' && !taken.has(column));
  if (row.hidden) findings.doubts.push(messages.importHidden);
  if (beyond.length > 0) findings.doubts.push(messages.importBeyond({ text: shown(beyond.join(' | ')) }));
  const textOf = (field: string) => texts.get(field) ?? '';
  const cell = (field: string) =>
    field === 'name' || field === 'student'
      ? [textOf(field), ...NAME_PARTS.map(textOf)].filter(Boolean).join(' ')
      : textOf(field);
  return {
    ...findings,
    row,
    cell,
    day(field) {
      const typed = textOf(field);
      if (typed === '') return '';
      const { text, other } = dayOf(typed, columns.calendar, columns.orderOf(field));
      const label = labels.get(field) ?? field;
      if (other) findings.doubts.push(messages.importEitherDay({ label, text: typed, day: text, other }));
      return text;
    },
    word(name, field, read) {
      const text = textOf(name);
      if (text === '') return undefined;
      const value = read(text);
      if (value !== undefined) return value;
      findings.words.push({ field: name, text });
      const meaning = meanings.get(`${name}/${wordKey(text)}`);
      if (meaning === '' && field.optional) return undefined;
      return meaning || text;
    },
  };
}

export async function mapRows<Result>(
  table: Table,
  body: ImportBody,
  calendar: Calendar,
  check: (reader: RowReader) => Result,
): Promise<Result[]> {
  const orders = new Map<string, ReturnType<typeof dayOrderOf>>();
  const columns: Columns = {
    body,
    calendar,
    labels: new Map(importFields(body.target).map(({ name, label }) => [name, label])),
    meanings: new Map(body.values.map(({ field, text, value }) => [`${field}/${wordKey(text)}`, value])),
    named: table.headings.findLastIndex(Boolean) + 1,
    taken: new Set(Object.values(body.columns)),
    orderOf(field) {
      const column = body.columns[field] ?? -1;
      const order = orders.get(field) ?? dayOrderOf(table.rows.map(({ cells }) => cells[column] ?? ''));
      orders.set(field, order);
      return order;
    },
  };
  const results: Result[] = [];
  await eachInTurns(table.rows, (row) => results.push(check(readerOf(row, columns))));
  return results;
}

/** An optional value that cannot be read is reported and left out, so that a person decides about the row. */
export function readRow(resource: Resource, draft: Draft, reader: RowReader): ColumnValues | undefined {
  const { fields } = resource;
  const { cell, problems, doubts } = reader;
  const first = createBody(resource).safeParse(draft, { error: inPlainWords });
  if (first.success) return toColumns(fields, first.data);
  const found = problemsOf(first.error);
  const isOptional = (name: string) => fields[name]?.optional === true;
  const left = new Map(found.filter(({ field }) => isOptional(field)).map((one) => [one.field, one.message]));
  const kept = Object.fromEntries(Object.entries(draft).filter(([name]) => !left.has(name)));
  const second = createBody(resource).safeParse(kept, { error: inPlainWords });
  const labelOf = (name: string) => fields[name]?.label ?? name;
  for (const { field, message } of found) {
    if (isOptional(field)) continue;
    const choices = fields[field]?.choices ?? [];
    const label = labelOf(field);
    problems.push(
      choices.length > 0 && cell(field) !== ''
        ? messages.importUnknownWord({
            label,
            text: shown(cell(field)),
            allowed: choices.map((one) => one.label),
          })
        : messages.importProblem({ label, message: message.replace(/\.$/, '') }),
    );
  }
  for (const [name, message] of left)
    doubts.push(
      fields[name]?.kind === 'date'
        ? messages.importNoDay({ label: labelOf(name), text: shown(cell(name)) })
        : messages.importUnread({ label: labelOf(name), text: shown(cell(name)), message }),
    );
  return second.success ? toColumns(fields, second.data) : undefined;
}

/** Desks type or leave out white space in names such as عبد الله. */
export const compact = (name: string) => foldForSearch(name).replace(/\s+/g, '');
