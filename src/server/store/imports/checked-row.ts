import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBody, type Draft, type Resource } from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import type { ImportBody } from '#contract/imports.ts';
import { foldForSearch } from '#contract/paging.ts';
import type { FileRow } from '#server/spreadsheets/file-rows.ts';
import type { Table } from '#server/spreadsheets/read-table.ts';
import type { ColumnValues } from '#server/store/branch-scope.ts';
import { toColumns } from '#server/store/columns.ts';
import { messages } from '#server/store/messages.ts';
import { inPlainWords } from '#server/store/plain-words.ts';

/** Holds a row of a file after its check. */
export interface CheckedRow extends FileRow {
  /** What the row is about: a name, a receipt. */
  readonly title: string;
  /** What is wrong; the row cannot be imported. */
  readonly problems: string[];
  /** Why it may be there already. */
  readonly doubts: string[];
  /** Optional values that cannot be read: the row can be imported without them. */
  readonly unread: string[];
  /** The columns to store; meaningless with problems. */
  readonly values: ColumnValues;
}

/** Returns what a row holds of a field; '' without a column for it. */
export type ReadCell = (name: string) => string;

const ROWS_A_TURN = 200;

/** Does something with each row; other requests are answered in between. */
export async function eachInTurns<Row>(rows: Iterable<Row>, work: (row: Row) => void): Promise<void> {
  let index = 0;
  for (const row of rows) {
    if (index++ % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    work(row);
  }
}

/** Checks each row; other requests are answered in between. */
export async function mapRows<Result>(
  { rows }: Table,
  { columns }: ImportBody,
  check: (row: FileRow, cell: ReadCell) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await eachInTurns(rows, (row) => results.push(check(row, (name) => row.cells[columns[name] ?? -1] ?? '')));
  return results;
}

/** Holds what a schema makes of a row. */
export interface ReadRow {
  /** The columns to store; undefined if a value that is needed is wrong. */
  readonly values: ColumnValues | undefined;
  readonly problems: string[];
  readonly unread: string[];
}

/** Characters of a value that a reason shows. */
const SHOWN = 60;

const shown = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/**
 * Reads a row by the rules of its resource. An optional value that cannot be read does not make the row wrong: it is named, and left out of
 * the values, so that a person decides about the row.
 */
export function readRow(resource: Resource, draft: Draft, cell: ReadCell): ReadRow {
  const { fields } = resource;
  const first = createBody(resource).safeParse(draft, { error: inPlainWords });
  if (first.success) return { values: toColumns(fields, first.data), problems: [], unread: [] };
  const found = problemsOf(first.error);
  const isOptional = (name: string) => fields[name]?.optional === true;
  const left = new Map(found.filter(({ field }) => isOptional(field)).map((one) => [one.field, one.message]));
  const kept = Object.fromEntries(Object.entries(draft).filter(([name]) => !left.has(name)));
  const second = createBody(resource).safeParse(kept, { error: inPlainWords });
  const labelOf = (name: string) => fields[name]?.label ?? name;
  return {
    values: second.success ? toColumns(fields, second.data) : undefined,
    problems: found
      .filter(({ field }) => !isOptional(field))
      .map(({ field, message }) => messages.importProblem({ label: labelOf(field), message })),
    unread: [...left].map(([name, message]) =>
      fields[name]?.kind === 'date'
        ? messages.importNoDay({ label: labelOf(name), text: shown(cell(name)) })
        : messages.importUnread({ label: labelOf(name), text: shown(cell(name)), message }),
    ),
  };
}

/** Folds a name without its white space, which desks type or leave out in names such as عبد الله. */
export const compact = (name: string) => foldForSearch(name).replace(/\s+/g, '');
