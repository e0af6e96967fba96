import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { isDay } from '#contract/days.ts';
import { problemsOf } from '#contract/errors.ts';
import type { FieldMap } from '#contract/fields.ts';
import type { ImportBody } from '#contract/imports.ts';
import { toWesternDigits } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import type { FileRow } from '#server/spreadsheets/file-rows.ts';
import type { Table } from '#server/spreadsheets/read-table.ts';
import type { ColumnValues } from '#server/store/branch-scope.ts';
import { messages } from '#server/store/messages.ts';

/** Holds a row of a file after its check. */
export interface CheckedRow extends FileRow {
  /** What the row is about: a name, a receipt. */
  readonly title: string;
  /** What is wrong; the row cannot be imported. */
  readonly problems: string[];
  /** Why it may be there already. */
  readonly doubts: string[];
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

/** Returns a day as yyyy-MM-dd: also from 31/1/2026, in any digits, and from a time. Other text stays as it is. */
export function dayOf(typed: string): string {
  const text = toWesternDigits(typed).trim();
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(text) ?? [];
  const written = year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : text.replace(/[T ]\d\d:.*$/, '');
  return isDay(written) ? written : typed;
}

/** Returns the value of a choice by its value or its label, in any case. Other text stays as it is. */
export function choiceOf(fields: FieldMap, name: string, typed: string): string {
  const text = foldForSearch(typed.trim());
  const found = fields[name]?.choices?.find(({ value, label }) =>
    [value, label].some((one) => foldForSearch(one) === text),
  );
  return found?.value ?? typed;
}

/** Words the problems of a schema with the labels of their fields. */
export function wordProblems(fields: FieldMap, error: z.ZodError): string[] {
  return problemsOf(error).map(({ field, message }) =>
    messages.importProblem({ label: fields[field]?.label ?? field, message }),
  );
}

/** Folds a name without its white space, which desks type or leave out in names such as عبد الله. */
export const compact = (name: string) => foldForSearch(name).replace(/\s+/g, '');
