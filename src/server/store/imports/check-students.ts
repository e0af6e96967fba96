import { sql } from 'kysely';
import type { Draft } from '#contract/define-resource.ts';
import type { ImportBody } from '#contract/imports.ts';
import { phoneKeys, sharePhones } from '#contract/phones.ts';
import { resources } from '#contract/resources/registry.ts';
import type { FileRow } from '#server/spreadsheets/file-rows.ts';
import type { Table } from '#server/spreadsheets/read-table.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { messages } from '#server/store/messages.ts';
import { type CheckedRow, compact, eachInTurns, mapRows, type ReadCell, readRow } from './checked-row.ts';
import { type KnownStudent, readKnownStudents } from './known-students.ts';
import { LikelyTwins } from './likely-twins.ts';
import { dayOf } from './typed-values.ts';

const { student } = resources;
const PHONES = ['phone', 'father_phone', 'mother_phone'] as const;
const CODE = /^S-(\d{1,15})$/i;

async function usedCodes(scope: BranchScope, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const used = await scope.all(sql<{ number: string }>`
    select code_number::text as number from ${scope.rows('student')} as r
    where code_number = any(${numbers}::bigint[])`);
  return new Set(used.map(({ number }) => number));
}

const keysOf = (phones: readonly (string | null | undefined)[]) => new Set(phones.flatMap(phoneKeys));

/** Returns when a student was registered, ISO 8601; undefined for text that is no time, or one to come. */
function registeredAt(text: string, now: Date): string | undefined {
  const time = new Date(/T\d\d:/.test(text) ? text : dayOf(text));
  return Number.isNaN(time.getTime()) || time > now ? undefined : time.toISOString();
}

function checkAlone(scope: BranchScope, row: FileRow, cell: ReadCell): CheckedRow {
  const { phones, left } = sharePhones(PHONES.map((name) => [name, cell(name)]));
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

/** Checks the rows of a file of students by the rules of their API, and looks for duplicates (decision 56). */
export async function checkStudents(
  scope: BranchScope,
  table: Table,
  body: ImportBody,
): Promise<CheckedRow[]> {
  const rows = await mapRows(table, body, (row, cell) => checkAlone(scope, row, cell));
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
    const keys = keysOf(PHONES.map((phone) => String(values[phone] ?? '')));
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
