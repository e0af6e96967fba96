import { sql } from 'kysely';
import type { ImportBody } from '#contract/imports.ts';
import { formatDecimal, formatMoney, type Piastres } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { phoneKeys } from '#contract/phones.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { FileRow } from '#server/spreadsheets/file-rows.ts';
import type { Table } from '#server/spreadsheets/read-table.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { messages } from '#server/store/messages.ts';
import { type CheckedRow, compact, eachInTurns, mapRows, type ReadCell, readRow } from './checked-row.ts';
import { type KnownStudent, type KnownStudents, readKnownStudents } from './known-students.ts';
import { amountOf, choiceOf, dayOf } from './typed-values.ts';

const codeOf = (cell: ReadCell) => cell('student_code').toUpperCase();

/** Returns the student of a row, or why there is none. */
function studentOf(cell: ReadCell, { byCode, byName }: KnownStudents): KnownStudent | string {
  const [code, name, keys] = [codeOf(cell), cell('student'), phoneKeys(cell('student_phone'))];
  if (code !== '') {
    const student = byCode.get(code);
    if (!student) return messages.importNoCode({ code });
    const differs = name !== '' && compact(name) !== student.compact_name;
    return differs ? messages.importOtherName({ code, name: student.name }) : student;
  }
  if (name === '') return messages.importNoStudent;
  const named = byName.get(compact(name)) ?? [];
  const called =
    keys.length === 0
      ? named
      : named.filter(({ phones }) => phones.flatMap(phoneKeys).some((one) => keys.includes(one)));
  const [first] = called;
  if (!first) return messages.importNobody({ name });
  return called.length > 1 ? messages.importSeveral({ name, count: called.length }) : first;
}

/** Holds what an enrolment costs and what was paid of it before the import. */
interface Balance {
  readonly price: Piastres;
  readonly paid: Piastres;
}

/** Works out price and payments from the two or three amounts that a row has. Words what does not add up. */
function balanceOf(cell: ReadCell, problems: string[]): Balance | undefined {
  const read = (name: string, label: string) => {
    if (cell(name) === '') return undefined;
    const amount = amountOf(cell(name));
    if (amount === undefined) problems.push(messages.importAmount({ label, text: cell(name) }));
    return amount;
  };
  const price = read('price', messages.priceLabel);
  const paid = read('paid_amount', messages.paidLabel);
  const remaining = read('remaining_amount', messages.remainingLabel);
  if (problems.length > 0) return undefined;
  const whole = price ?? (remaining === undefined ? undefined : remaining + (paid ?? 0n));
  if (whole === undefined) {
    problems.push(messages.importNoPrice);
    return undefined;
  }
  const before = paid ?? (remaining === undefined ? 0n : whole - remaining);
  if (before < 0n || before > whole) problems.push(messages.importPaidTooMuch);
  else if (remaining !== undefined && whole - before !== remaining)
    problems.push(
      messages.importSum({ expected: formatMoney(whole - before), found: formatMoney(remaining) }),
    );
  return problems.length > 0 ? undefined : { price: whole, paid: before };
}

function checkAlone(
  row: FileRow,
  cell: ReadCell,
  { target, count_paid }: ImportBody,
  students: KnownStudents,
): CheckedRow {
  const { fields } = resourceOf(target);
  const student = studentOf(cell, students);
  const sums: string[] = [];
  const balance = balanceOf(cell, sums);
  const problems = [...(typeof student === 'string' ? [student] : []), ...sums];
  const { price, paid } = balance ?? { price: 0n, paid: 0n };
  // What was paid before the books began is income of no month: only what remains is recorded, as the price (decision 56).
  const opening = !count_paid && paid > 0n;
  const note = opening ? messages.openingNote({ price: formatMoney(price), paid: formatMoney(paid) }) : '';
  const own = Object.keys(fields)
    .filter(
      (name) => !['student', 'price', 'paid_amount', 'notes', 'custom_date', 'receipt_number'].includes(name),
    )
    .flatMap((name) => (cell(name) === '' ? [] : [[name, choiceOf(fields, name, cell(name))]]));
  const read = readRow(
    resourceOf(target),
    {
      ...Object.fromEntries(own),
      student: typeof student === 'string' ? '0' : student.id,
      receipt_number: cell('receipt_number') || messages.openingReceipt,
      price: formatDecimal(opening ? price - paid : price),
      paid_amount: formatDecimal(count_paid ? paid : 0n),
      custom_date: dayOf(cell('custom_date')),
      notes: [cell('notes'), note].filter(Boolean).join('\n'),
    },
    cell,
  );
  const title = typeof student === 'string' ? cell('student') || codeOf(cell) : student.name;
  return {
    ...row,
    title,
    problems: [...problems, ...read.problems],
    doubts: [],
    unread: read.unread,
    values: read.values ?? {},
  };
}

const receiptOf = ({ values }: CheckedRow) =>
  `${values.student_id}/${foldForSearch(String(values.receipt_number))}`;

async function recordedReceipts(
  scope: BranchScope,
  kind: string,
  rows: readonly CheckedRow[],
): Promise<ReadonlySet<string>> {
  const found = await scope.all(sql<{ receipt: string }>`
    select student_id || '/' || folded as receipt from ${scope.rows('enrolment')} as r
    where kind = ${kind} and student_id = any(${rows.flatMap(({ values }) => (values.student_id ? [String(values.student_id)] : []))}::bigint[])`);
  return new Set(found.map(({ receipt }) => receipt));
}

/** Checks the rows of a file of enrolments with opening balances by the rules of their API (decision 56). */
export async function checkEnrolments(
  scope: BranchScope,
  table: Table,
  body: ImportBody,
): Promise<CheckedRow[]> {
  const keys = await mapRows(table, body, (_row, cell) => ({
    code: codeOf(cell),
    name: compact(cell('student')),
  }));
  const students = await readKnownStudents(scope, {
    codes: keys.map(({ code }) => code),
    names: keys.map(({ name }) => name),
  });
  const rows = await mapRows(table, body, (row, cell) => checkAlone(row, cell, body, students));
  const recorded = await recordedReceipts(scope, body.target, rows);
  const before = new Map<string, number>();
  await eachInTurns(rows, (row) => {
    if (row.problems.length > 0) return;
    const receipt = receiptOf(row);
    const above = before.get(receipt);
    if (recorded.has(receipt))
      row.doubts.push(messages.importReceipt({ receipt: String(row.values.receipt_number) }));
    else if (above !== undefined) row.doubts.push(messages.importRepeated({ row: above }));
    else before.set(receipt, row.number);
  });
  return rows;
}
