import type { ImportBody, ImportCheck, ImportedRow } from '#contract/imports.ts';
import type { Table } from '#server/spreadsheets/read-table.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { badField, badFields } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { checkEnrolments } from './check-enrolments.ts';
import { checkStudents } from './check-students.ts';
import type { CheckedRow } from './checked-row.ts';
import { importFields } from './import-fields.ts';

/** The most rows that an answer names; the file of rows has all of them. */
const NAMED_ROWS = 200;

/** Requires that every chosen column exists and every required field has one. @throws {HttpError} 400 at `columns` */
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

/**
 * Checks all rows of a file and writes nothing (decision 56).
 * @throws {HttpError} 400 at columns that do not fit
 */
export async function checkRows(scope: BranchScope, table: Table, body: ImportBody): Promise<CheckedRow[]> {
  assertColumns(table, body);
  return body.target === 'student' ? checkStudents(scope, table, body) : checkEnrolments(scope, table, body);
}

const isWrong = ({ problems }: CheckedRow) => problems.length > 0;
const isDuplicate = (row: CheckedRow) => !isWrong(row) && row.doubts.length > 0;
const isUnreadable = (row: CheckedRow) => !isWrong(row) && row.doubts.length === 0 && row.unread.length > 0;
const isDoubtful = (row: CheckedRow) => isDuplicate(row) || isUnreadable(row);

/** Characters of a title and of a reason that an answer has: a cell may hold thousands. */
const LONGEST = { title: 200, reason: 500 } as const;

/** Returns the rows that are not ready, as an answer names them. */
export function openRows(rows: readonly CheckedRow[]): (ImportedRow & Pick<CheckedRow, 'cells'>)[] {
  return rows.flatMap((row) => {
    if (!isWrong(row) && !isDoubtful(row)) return [];
    const doubt = isDuplicate(row) ? ('duplicate' as const) : ('unreadable' as const);
    const verdict = isWrong(row) ? { verdict: 'wrong' as const } : { verdict: 'doubtful' as const, doubt };
    const title = row.title.slice(0, LONGEST.title);
    const reasons = [...row.problems, ...row.doubts, ...row.unread];
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

/** Counts the rows and names the first ones that are not ready. */
export function resultOf(rows: readonly CheckedRow[]): ImportCheck {
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

/**
 * Returns the rows to import after the choices of the body.
 * @throws {HttpError} 400 at a choice that is missing, or if no row is left
 */
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
