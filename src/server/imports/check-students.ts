import { sql } from 'kysely';
import { isDay } from '#contract/days.ts';
import type { Draft } from '#contract/define-resource.ts';
import type { ImportBody } from '#contract/imports.ts';
import { foldForSearch } from '#contract/paging.ts';
import { sharePhones } from '#contract/phones.ts';
import { resources } from '#contract/resources/registry.ts';
import { studentPhones } from '#contract/resources/student.ts';
import type { StudentPhone } from '#contract/student-phones.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { Table } from '#server/platform/spreadsheets/table.ts';
import { instantIn } from './import-days.ts';
import { phoneOf } from './import-phones.ts';
import { type KnownStudent, keysOf, LikelyTwins, readKnownStudents } from './known-students.ts';
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

const { student } = resources;
const CODE = /^S-(\d{1,15})$/i;

async function usedCodes(scope: BranchScope, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const used = await scope.all(sql<{ number: string }>`
    select code_number::text as number from ${scope.rows('student')} as r
    where code_number = any(${numbers}::bigint[])`);
  return new Set(used.map(({ number }) => number));
}

type Moment = Pick<BranchScope, 'now' | 'today' | 'calendar' | 'startOf'>;

/** Undefined for text that is no day and no time, and for one in the future. */
function registeredAt({ cell, day }: RowReader, moment: Moment) {
  const effective_date = day('created_at');
  if (!isDay(effective_date) || effective_date > moment.today) return undefined;
  const time = instantIn(cell('created_at')) ?? moment.startOf(effective_date);
  return time > moment.now ? undefined : { created_at: time.toISOString(), effective_date };
}

/** A phone that only its label tells apart, such as one for messages, takes no number of another column. */
const takesMore = (phone: StudentPhone) => student.fields[phone].whose !== undefined;

/** In a list of people, of which a sum or a count is none. */
const TOTALS =
  /^(?:(?:grand |sub ?)?totals?|sum|count|(?:ال)?اجمالي|(?:ال)?مجموع|الجمله|العدد)(?:$|[\s:\d]+(?:$|of\b|الطلاب|طلاب|عام|\d))|^عدد /;

function readPhone({ cell, problems }: RowReader, name: StudentPhone): string {
  const { text, shortened } = phoneOf(cell(name));
  if (!shortened) return text;
  problems.push(messages.importShortened({ label: student.fields[name].label, text }));
  return '';
}

function checkStudent(moment: Moment, reader: RowReader): CheckedRow {
  const { row, cell, problems, doubts, words } = reader;
  const { phones, left } = sharePhones(
    studentPhones.map((name) => [name, readPhone(reader, name)]),
    takesMore,
  );
  const draft: Draft = Object.fromEntries(
    Object.entries(student.fields).flatMap(([name, { kind }]) => {
      const text = { ...phones }[name] ?? (kind === 'date' ? reader.day(name) : cell(name));
      return text === '' ? [] : [[name, text]];
    }),
  );
  const values = readRow(student, draft, reader);
  const code = cell('code');
  const number = CODE.exec(code)?.[1];
  if (code !== '' && number === undefined) problems.push(messages.importCode({ code: shown(code) }));
  const day = cell('created_at');
  const registered = day === '' ? undefined : registeredAt(reader, moment);
  if (day !== '' && registered === undefined) doubts.push(messages.importRegistered({ text: shown(day) }));
  const stored = {
    ...values,
    code_number: number === undefined ? null : BigInt(number),
    ...(registered ?? { created_at: moment.now.toISOString() }),
  };
  for (const { field, text } of left)
    doubts.push(messages.importPhone({ label: student.fields[field].label, text }));
  const title = cell('name');
  if (TOTALS.test(foldForSearch(title))) doubts.push(messages.importTotals);
  return { ...row, title, problems, duplicates: [], doubts, words, values: stored };
}

/** By the rules of the API, without a look at the branch. */
export const readStudents = (moment: Moment, table: Table, body: ImportBody): Promise<CheckedRow[]> =>
  mapRows(table, body, moment.calendar, (reader) => checkStudent(moment, reader));

/** Also looks for duplicates (decision 56). */
export async function checkStudents(
  scope: BranchScope,
  table: Table,
  body: ImportBody,
): Promise<CheckedRow[]> {
  const rows = await readStudents(scope, table, body);
  const { byName } = await readKnownStudents(scope, { names: rows.map(({ title }) => compact(title)) });
  const numbers = rows.flatMap(({ values }) =>
    typeof values.code_number === 'bigint' ? [String(values.code_number)] : [],
  );
  const used = await usedCodes(scope, numbers);
  const [known, above] = [new LikelyTwins<KnownStudent>(), new LikelyTwins<number>()];
  for (const [name, students] of byName) for (const one of students) known.add(name, keysOf(one.phones), one);
  const codes = new Map<string, number>();
  await eachInTurns(rows, ({ number, title, values, problems, duplicates }) => {
    const name = compact(title);
    const keys = keysOf(studentPhones.map((phone) => String(values[phone] ?? '')));
    const code = values.code_number === null ? '' : String(values.code_number);
    if (used.has(code)) problems.push(messages.importCodeUsed);
    const first = codes.get(code);
    if (code !== '' && first !== undefined) problems.push(messages.importCodeRepeated({ row: first }));
    else if (code !== '') codes.set(code, number);
    const twin = known.find(name, keys);
    const repeated = above.find(name, keys);
    if (twin) duplicates.push(messages.importTwin({ name: twin.name, code: twin.code }));
    else if (repeated !== undefined) duplicates.push(messages.importRepeated({ row: repeated }));
    if (problems.length === 0) above.add(name, keys, number);
  });
  return rows;
}
