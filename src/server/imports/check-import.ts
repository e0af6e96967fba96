import { type ImportBody, type ImportCheck, type ImportedRow, importLimits } from '#contract/imports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { badField, badFields } from '#server/platform/http-error.ts';
import type { Table } from '#server/platform/spreadsheets/table.ts';
import { readLists } from '#server/records/branch-lists.ts';
import { checkEnrolments } from './check-enrolments.ts';
import { checkStudents } from './check-students.ts';
import { importFields } from './import-fields.ts';
import { meaningsOf } from './import-values.ts';
import { type CheckedRow, wordKey } from './row-reader.ts';
import { messages } from './texts.en.ts';

/** An answer names at most so many rows; the file of rows has all of them. */
const NAMED_ROWS = 200;

function assertColumns({ headings }: Table, { target, columns }: ImportBody): void {
  const fields = importFields(target);
  const known = new Set(fields.map(({ name }) => name));
  const strange = Object.entries(columns).find(
    ([name, column]) => !known.has(name) || column >= headings.length,
  );
  if (strange) throw badField('columns', messages.importColumnUnknown({ name: strange[0] }));
  const missing = fields.filter(({ name, required }) => required && columns[name] === undefined);
  if (missing.length > 0)
    throw badFields(
      missing.map(({ label }) => ({ field: 'columns', message: messages.importColumnMissing({ label }) })),
    );
}

/** Writes nothing (decision 56). */
export async function checkRows(scope: BranchScope, table: Table, body: ImportBody): Promise<CheckedRow[]> {
  assertColumns(table, body);
  return body.target === 'student' ? checkStudents(scope, table, body) : checkEnrolments(scope, table, body);
}

const isWrong = ({ problems }: CheckedRow) => problems.length > 0;
const isDuplicate = (row: CheckedRow) => !isWrong(row) && row.duplicates.length > 0;
const isUnreadable = (row: CheckedRow) =>
  !isWrong(row) && row.duplicates.length === 0 && row.doubts.length > 0;
const isDoubtful = (row: CheckedRow) => isDuplicate(row) || isUnreadable(row);

/** Characters in an answer: a cell may hold thousands. */
const LONGEST = { title: 200, reason: 500 } as const;

export function openRows(rows: readonly CheckedRow[]): (ImportedRow & Pick<CheckedRow, 'cells'>)[] {
  return rows.flatMap((row) => {
    if (!isWrong(row) && !isDoubtful(row)) return [];
    const doubt = isDuplicate(row) ? ('duplicate' as const) : ('unreadable' as const);
    const verdict = isWrong(row) ? { verdict: 'wrong' as const } : { verdict: 'doubtful' as const, doubt };
    const title = row.title.slice(0, LONGEST.title);
    const reasons = [...row.problems, ...row.duplicates, ...row.doubts];
    return [
      {
        ...verdict,
        row: row.number,
        title,
        cells: row.cells,
        reasons: reasons.map((reason) => reason.slice(0, LONGEST.reason)),
      },
    ];
  });
}

type Counts = Omit<ImportCheck, 'unknown'>;

export function resultOf(rows: readonly CheckedRow[]): Counts {
  const [wrong, doubtful] = [rows.filter(isWrong).length, rows.filter(isDoubtful).length];
  return {
    ready: rows.length - wrong - doubtful,
    doubtful,
    wrong,
    unreadable: rows.filter(isUnreadable).length,
    rows: openRows(rows)
      .slice(0, NAMED_ROWS)
      .map(({ cells: _cells, ...row }) => row),
  };
}

export async function unknownWords(
  scope: BranchScope,
  rows: readonly CheckedRow[],
  { target, values }: ImportBody,
): Promise<ImportCheck['unknown']> {
  const words = new Map<string, { readonly field: string; readonly text: string; rows: number }>();
  for (const { field, text } of rows.flatMap((row) => row.words)) {
    const key = `${field}/${wordKey(text)}`;
    const found = words.get(key);
    if (found) found.rows += 1;
    else if (text.length <= importLimits.wordLength) words.set(key, { field, text, rows: 1 });
  }
  if (words.size === 0) return [];
  const lists = await readLists(scope);
  return [...words].slice(0, importLimits.words).flatMap(([key, word]) => {
    const field = resourceOf(target).fields[word.field];
    const chosen = values.find((one) => `${one.field}/${wordKey(one.text)}` === key);
    if (!field) return [];
    const { label, optional } = field;
    return [
      {
        ...word,
        label,
        optional,
        choices: [...meaningsOf(field, lists)],
        ...(chosen && { value: chosen.value }),
      },
    ];
  });
}

export function chosenRows(rows: readonly CheckedRow[], body: ImportBody): CheckedRow[] {
  // Who knows of no other doubt has decided about all doubtful rows with `duplicates`.
  const choiceOf = (row: CheckedRow) =>
    body.rows[String(row.number)] ??
    (isDuplicate(row) ? body.duplicates : (body.unreadable ?? body.duplicates));
  const { wrong } = resultOf(rows);
  if (wrong > 0 && !body.leave_out_wrong)
    throw badField('leave_out_wrong', messages.importWrong({ count: wrong }));
  const right = rows.filter((row) => !isWrong(row));
  const undecided = right.filter((row) => isDoubtful(row) && choiceOf(row) === undefined);
  const duplicates = undecided.filter(isDuplicate).length;
  if (duplicates > 0) throw badField('duplicates', messages.importUndecided({ count: duplicates }));
  if (undecided.length > 0)
    throw badField('unreadable', messages.importUndecidedValues({ count: undecided.length }));
  const chosen = right.filter((row) => !isDoubtful(row) || choiceOf(row) === 'add');
  if (chosen.length === 0) throw badField('file', messages.importNothing);
  return chosen;
}
