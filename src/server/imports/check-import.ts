import { sql } from 'kysely';
import type { Draft } from '#contract/define-resource.ts';
import type { ImportBody, ImportCheck, ImportedRow } from '#contract/imports.ts';
import { formatDecimal } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { CASH } from '#contract/payment-methods.ts';
import { phoneKeys, sharePhones } from '#contract/phones.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { studentPhones } from '#contract/resources/student.ts';
import type { StudentPhone } from '#contract/student-phones.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { phoneColumns } from '#server/db/columns.ts';
import { badField, badFields } from '#server/platform/http-error.ts';
import type { FileRow, Table } from '#server/platform/spreadsheets/table.ts';
import { type BranchLists, readLists } from '#server/records/branch-lists.ts';
import { balanceOf, discountOf, ofDiscount, openingNote } from './balances.ts';
import {
  type CheckedRow,
  choiceOf,
  compact,
  dayOf,
  eachInTurns,
  importFields,
  listedIdOf,
  mapRows,
  type ReadCell,
  readRow,
  STUDENT_PHONE,
} from './import-fields.ts';
import { messages } from './texts.en.ts';

interface KnownStudent {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly compact_name: string;
  readonly phones: readonly (string | null)[];
}

interface KnownStudents {
  readonly byCode: ReadonlyMap<string, KnownStudent>;
  readonly byName: ReadonlyMap<string, readonly KnownStudent[]>;
}

async function readKnownStudents(
  scope: BranchScope,
  { codes = [], names }: { readonly codes?: readonly string[]; readonly names: readonly string[] },
): Promise<KnownStudents> {
  const found = await scope.all(sql<KnownStudent>`
    select id::text, code, name, compact_name, phones from (
      select id, code, name, regexp_replace(folded_name, '\\s+', '', 'g') as compact_name,
        array[${phoneColumns('own')}] as phones
      from ${scope.rows('student')} as own) as r
    where code = any(${[...new Set(codes)]}::text[]) or compact_name = any(${[...new Set(names)]}::text[])
    order by id`);
  const byName = new Map<string, KnownStudent[]>();
  for (const student of found) {
    const namesakes = byName.get(student.compact_name);
    if (namesakes) namesakes.push(student);
    else byName.set(student.compact_name, [student]);
  }
  return { byCode: new Map(found.map((student) => [student.code, student])), byName };
}

interface Ranked<T> {
  readonly rank: number;
  readonly value: T;
}

interface Namesakes<T> {
  readonly first: Ranked<T>;
  withoutNumber: Ranked<T> | undefined;
  readonly byNumber: Map<string, Ranked<T>>;
}

/**
 * Finds namesakes who may be one person: they share a number, or one of them has none. A look-up takes as long with
 * many namesakes as with one, so that a file of a hundred thousand equal names holds up no other request.
 */
class LikelyTwins<T> {
  readonly #byName = new Map<string, Namesakes<T>>();
  #count = 0;

  add(name: string, numbers: ReadonlySet<string>, value: T): void {
    const ranked = { rank: this.#count++, value };
    const found = this.#byName.get(name);
    const namesakes = found ?? { first: ranked, withoutNumber: undefined, byNumber: new Map() };
    if (!found) this.#byName.set(name, namesakes);
    if (numbers.size === 0) namesakes.withoutNumber ??= ranked;
    for (const number of numbers) if (!namesakes.byNumber.has(number)) namesakes.byNumber.set(number, ranked);
  }

  find(name: string, numbers: ReadonlySet<string>): T | undefined {
    const namesakes = this.#byName.get(name);
    if (!namesakes) return undefined;
    if (numbers.size === 0) return namesakes.first.value;
    let earliest = namesakes.withoutNumber;
    for (const number of numbers) {
      const other = namesakes.byNumber.get(number);
      if (other && (!earliest || other.rank < earliest.rank)) earliest = other;
    }
    return earliest?.value;
  }
}

const { student } = resources;
const CODE = /^S-(\d{1,15})$/i;

async function usedCodes(scope: BranchScope, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const used = await scope.all(sql<{ number: string }>`
    select code_number::text as number from ${scope.rows('student')} as r
    where code_number = any(${numbers}::bigint[])`);
  return new Set(used.map(({ number }) => number));
}

const keysOf = (phones: readonly (string | null | undefined)[]) => new Set(phones.flatMap(phoneKeys));

/** ISO 8601; undefined for text that is no time, or a time in the future. */
function registeredAt(text: string, now: Date): string | undefined {
  const time = new Date(/T\d\d:/.test(text) ? text : dayOf(text));
  return Number.isNaN(time.getTime()) || time > now ? undefined : time.toISOString();
}

/** A phone that only its label tells apart, such as one for messages, takes no number of another column. */
const takesMore = (phone: StudentPhone) => student.fields[phone].whose !== undefined;

function checkStudent(scope: BranchScope, row: FileRow, cell: ReadCell): CheckedRow {
  const { phones, left } = sharePhones(
    studentPhones.map((name) => [name, cell(name)]),
    takesMore,
  );
  const draft: Draft = Object.fromEntries(
    Object.entries(student.fields).flatMap(([name, { kind }]) => {
      const written = { ...phones }[name] ?? cell(name);
      const text = kind === 'date' ? dayOf(written) : written;
      return text === '' ? [] : [[name, text]];
    }),
  );
  const { values, problems, unread } = readRow(student, draft, cell);
  const code = cell('code');
  const number = CODE.exec(code)?.[1];
  if (code !== '' && number === undefined) problems.push(messages.importCode({ code }));
  const day = cell('created_at');
  const registered = day === '' ? undefined : registeredAt(day, scope.now);
  if (day !== '' && registered === undefined) unread.push(messages.importRegistered({ text: day }));
  const stored = {
    ...values,
    code_number: number === undefined ? null : BigInt(number),
    created_at: registered ?? scope.now.toISOString(),
  };
  for (const { field, text } of left)
    unread.push(messages.importPhone({ label: student.fields[field].label, text }));
  return { ...row, title: cell('name'), problems, doubts: [], unread, values: stored };
}

/** Uses the rules of the API, and looks for duplicates (decision 56). */
async function checkStudents(scope: BranchScope, table: Table, body: ImportBody): Promise<CheckedRow[]> {
  const rows = await mapRows(table, body, (row, cell) => checkStudent(scope, row, cell));
  const { byName } = await readKnownStudents(scope, { names: rows.map(({ title }) => compact(title)) });
  const numbers = rows.flatMap(({ values }) =>
    typeof values.code_number === 'bigint' ? [String(values.code_number)] : [],
  );
  const used = await usedCodes(scope, numbers);
  const [known, above] = [new LikelyTwins<KnownStudent>(), new LikelyTwins<number>()];
  for (const [name, students] of byName) for (const one of students) known.add(name, keysOf(one.phones), one);
  const codes = new Map<string, number>();
  await eachInTurns(rows, ({ number, title, values, problems, doubts }) => {
    const name = compact(title);
    const keys = keysOf(studentPhones.map((phone) => String(values[phone] ?? '')));
    const code = values.code_number === null ? '' : String(values.code_number);
    if (used.has(code)) problems.push(messages.importCodeUsed);
    const first = codes.get(code);
    if (code !== '' && first !== undefined) problems.push(messages.importCodeRepeated({ row: first }));
    else if (code !== '') codes.set(code, number);
    const twin = known.find(name, keys);
    const repeated = above.find(name, keys);
    if (twin) doubts.push(messages.importTwin({ name: twin.name, code: twin.code }));
    else if (repeated !== undefined) doubts.push(messages.importRepeated({ row: repeated }));
    if (problems.length === 0) above.add(name, keys, number);
  });
  return rows;
}

const codeOf = (cell: ReadCell) => cell('student_code').toUpperCase();

function studentOf(cell: ReadCell, { byCode, byName }: KnownStudents): KnownStudent | string {
  const [code, name, keys] = [codeOf(cell), cell('student'), phoneKeys(cell(STUDENT_PHONE))];
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

function checkEnrolment(
  row: FileRow,
  cell: ReadCell,
  { target, count_paid }: ImportBody,
  students: KnownStudents,
  lists: BranchLists,
): CheckedRow {
  const { fields } = resourceOf(target);
  const student = studentOf(cell, students);
  const sums: string[] = [];
  const balance = balanceOf(cell, sums);
  const problems = [...(typeof student === 'string' ? [student] : []), ...sums];
  const { price, paid } = balance ?? { price: 0n, paid: 0n };
  const terms = balance ? discountOf(cell, lists, balance, problems) : {};
  // Earlier payments are income of no month: only the remaining amount is recorded, as the price (decision 56).
  const opening = balance !== undefined && !count_paid && paid > 0n;
  const note = opening ? openingNote(balance, cell) : '';
  const unlisted: string[] = [];
  const own = Object.keys(fields)
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
      if (field.kind === 'date') return [[name, dayOf(text)]];
      if (field.kind !== 'method' && !field.list) return [[name, choiceOf(fields, name, text)]];
      const id = listedIdOf(field, lists, text);
      if (id === undefined) unlisted.push(messages.importUnlisted({ label: field.label, text }));
      return id === undefined ? [] : [[name, id]];
    });
  const read = readRow(
    resourceOf(target),
    {
      // Rows are inserted together: one without a method would have none, not the default of its column.
      payment_method: CASH,
      ...Object.fromEntries(own),
      ...(!opening && terms),
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
    unread: [...unlisted, ...read.unread],
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

/** Enrolments with opening balances, by the rules of the API (decision 56). */
async function checkEnrolments(scope: BranchScope, table: Table, body: ImportBody): Promise<CheckedRow[]> {
  const keys = await mapRows(table, body, (_row, cell) => ({
    code: codeOf(cell),
    name: compact(cell('student')),
  }));
  const students = await readKnownStudents(scope, {
    codes: keys.map(({ code }) => code),
    names: keys.map(({ name }) => name),
  });
  const lists = await readLists(scope);
  const rows = await mapRows(table, body, (row, cell) => checkEnrolment(row, cell, body, students, lists));
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

/** An answer names at most so many rows; the file of rows has all of them. */
const NAMED_ROWS = 200;

/**
 * Every chosen column must exist and every required field must have one.
 * @throws {HttpError} 400 at `columns`
 */
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
 * Writes nothing (decision 56).
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

/** Characters in an answer: a cell may hold thousands. */
const LONGEST = { title: 200, reason: 500 } as const;

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
 * Applies the choices of the body.
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
