import { sql } from 'kysely';
import { NIL } from 'uuid';
import type { ImportBody } from '#contract/imports.ts';
import { formatDecimal } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { CASH } from '#contract/payment-methods.ts';
import { phoneKeys } from '#contract/phones.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { Table } from '#server/platform/spreadsheets/table.ts';
import { type BranchLists, readLists } from '#server/records/branch-lists.ts';
import { balanceOf, discountOf, ofDiscount, openingNote } from './balances.ts';
import { STUDENT_PHONE } from './import-fields.ts';
import { phoneOf } from './import-phones.ts';
import { choiceOf, hasWords, listedIdOf } from './import-values.ts';
import { type KnownStudent, type KnownStudents, readKnownStudents } from './known-students.ts';
import {
  type CheckedRow,
  compact,
  eachInTurns,
  mapRows,
  type RowReader,
  readRow,
  shown,
} from './row-reader.ts';
import { messages } from './texts.en.ts';

const codeOf = ({ cell }: RowReader) => cell('student_code').toUpperCase();

function studentOf(reader: RowReader, { byCode, byName }: KnownStudents): KnownStudent | string {
  const [code, name] = [codeOf(reader), reader.cell('student')];
  if (code !== '') {
    const student = byCode.get(code);
    if (!student) return messages.importNoCode({ code });
    const differs = name !== '' && compact(name) !== student.compact_name;
    return differs ? messages.importOtherName({ code, name: student.name }) : student;
  }
  if (name === '') return messages.importNoStudent;
  const { text, shortened } = phoneOf(reader.cell(STUDENT_PHONE));
  if (shortened)
    return messages.importShortened({ label: resourceOf('student').fields.phone?.label ?? '', text });
  const keys = phoneKeys(text);
  const named = byName.get(compact(name)) ?? [];
  const called =
    keys.length === 0
      ? named
      : named.filter(({ phones }) => phones.flatMap(phoneKeys).some((one) => keys.includes(one)));
  const [first] = called;
  if (!first) return messages.importNobody({ name });
  return called.length > 1 ? messages.importSeveral({ name, count: called.length }) : first;
}

function checkEnrolment(
  reader: RowReader,
  { target, count_paid }: ImportBody,
  students: KnownStudents,
  lists: BranchLists,
): CheckedRow {
  const { row, cell, problems, doubts, words } = reader;
  const { fields } = resourceOf(target);
  const student = studentOf(reader, students);
  if (typeof student === 'string') problems.push(student);
  const balance = balanceOf(reader);
  const { price, paid } = balance ?? { price: 0n, paid: 0n };
  const terms = balance ? discountOf(reader, lists, balance) : {};
  // Earlier payments are income of no month: only the remaining amount is recorded, as the price (decision 56).
  const opening = balance !== undefined && !count_paid && paid > 0n;
  const note = opening ? openingNote(balance, cell) : '';
  const kindFields = Object.keys(fields)
    .filter(
      (name) =>
        ![
          'student',
          'price',
          'paid_amount',
          'notes',
          'custom_date',
          'receipt_number',
          ...ofDiscount,
        ].includes(name),
    )
    .flatMap((name) => {
      const text = cell(name);
      const field = fields[name];
      if (text === '' || !field) return [];
      if (field.kind === 'date') return [[name, reader.day(name)]];
      if (field.kind !== 'method' && !field.list) {
        if (!hasWords(field)) return [[name, text]];
        return [[name, reader.word(name, field, (typed) => choiceOf(fields, name, typed)) ?? text]];
      }
      const id = reader.word(name, field, (typed) => listedIdOf(field, lists, typed));
      if (id === undefined) return [];
      if (listedIdOf(field, lists, id) === id) return [[name, id]];
      doubts.push(messages.importUnlisted({ label: field.label, text: shown(text) }));
      return [];
    });
  const values = readRow(
    resourceOf(target),
    {
      // Rows are inserted together: one without a method would have none, not the default of its column.
      payment_method: CASH,
      ...Object.fromEntries(kindFields),
      ...(!opening && terms),
      // The row is wrong without a student; this one exists nowhere.
      student: typeof student === 'string' ? NIL : student.id,
      receipt_number: cell('receipt_number') || messages.openingReceipt,
      price: formatDecimal(opening ? price - paid : price),
      paid_amount: formatDecimal(count_paid ? paid : 0n),
      custom_date: reader.day('custom_date'),
      notes: [cell('notes'), note].filter(Boolean).join('\n'),
    },
    reader,
  );
  const title = typeof student === 'string' ? cell('student') || codeOf(reader) : student.name;
  return { ...row, title, problems, duplicates: [], doubts, words, values: values ?? {} };
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
    where kind = ${kind} and student_id = any(${rows.flatMap(({ values }) => (values.student_id ? [String(values.student_id)] : []))}::uuid[])`);
  return new Set(found.map(({ receipt }) => receipt));
}

/** Enrolments with opening balances, by the rules of the API (decision 56). */
export async function checkEnrolments(
  scope: BranchScope,
  table: Table,
  body: ImportBody,
): Promise<CheckedRow[]> {
  const keys = await mapRows(table, body, scope.calendar, (reader) => ({
    code: codeOf(reader),
    name: compact(reader.cell('student')),
  }));
  const students = await readKnownStudents(scope, {
    codes: keys.map(({ code }) => code),
    names: keys.map(({ name }) => name),
  });
  const lists = await readLists(scope);
  const rows = await mapRows(table, body, scope.calendar, (reader) =>
    checkEnrolment(reader, body, students, lists),
  );
  const recorded = await recordedReceipts(scope, body.target, rows);
  const before = new Map<string, number>();
  await eachInTurns(rows, (row) => {
    if (row.problems.length > 0) return;
    const receipt = receiptOf(row);
    const above = before.get(receipt);
    if (recorded.has(receipt))
      row.duplicates.push(messages.importReceipt({ receipt: String(row.values.receipt_number) }));
    else if (above !== undefined) row.duplicates.push(messages.importRepeated({ row: above }));
    else before.set(receipt, row.number);
  });
  return rows;
}
