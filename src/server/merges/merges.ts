import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Draft } from '#contract/define-resource.ts';
import { mergeBody, undoMergeBody } from '#contract/student-merges.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseRecordId, toColumns } from '#server/db/columns.ts';
import { studentKeys } from '#server/db/student-keys.ts';
import { tableOf } from '#server/db/tables.ts';
import { appendHistory, historyRecordOf } from '#server/history/history.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict, notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { nameColumns, searchColumns } from '#server/records/list-search.ts';
import type { StoredRow } from '#server/records/records.ts';
import { requireRecord } from '#server/records/repository.ts';
import { assertVersion } from '#server/records/write-guards.ts';

/** Rows move with their student; the order is that of the locks. A test compares it with the foreign keys. */
const tablesOfStudents = [
  'book_payout',
  'enrolment',
  'promise',
  'reminder',
  'collection',
  'refund',
  'student_transfer',
] as const;
type TableOfStudents = (typeof tablesOfStudents)[number];

/** Installments and refunds follow their payable (`BranchScope.update`). */
const following: Readonly<Partial<Record<TableOfStudents, RawBuilder<unknown>>>> = {
  book_payout: sql`related_id is not null`,
  enrolment: sql`related_id is not null`,
  refund: sql`coalesce(enrolment_id, book_payout_id) is not null`,
};

const ownRows = (table: TableOfStudents) => sql`not (${following[table] ?? sql`false`})`;

type RecordIds = Readonly<Partial<Record<TableOfStudents, readonly string[]>>>;

async function lockRecords(scope: BranchScope, student: string): Promise<void> {
  for (const table of tablesOfStudents) {
    await scope.all(sql`select id from ${scope.rows(table)} as r
      where student_id = ${student} and ${ownRows(table)} order by id for update`);
  }
}

/** In the order of their ids. An unknown student is missing in the answer. */
async function lockStudents(
  scope: BranchScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = await scope.all(sql<StoredRow>`select * from ${scope.rows('student')} as r
    where id = any(${ids}::uuid[]) order by id for update`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function recordsOf(scope: BranchScope, student: string): Promise<RecordIds> {
  const idsIn = async (table: TableOfStudents) => {
    const rows = await scope.all(sql<{ id: string }>`select id from ${scope.rows(table)} as r
      where student_id = ${student} and ${ownRows(table)} order by id`);
    return rows.map(({ id }) => id);
  };
  const found: Partial<Record<TableOfStudents, readonly string[]>> = {};
  for (const table of tablesOfStudents) found[table] = await idsIn(table);
  return found;
}

async function moveRecords(scope: BranchScope, ids: RecordIds, student: string): Promise<void> {
  for (const table of tablesOfStudents) {
    const moved = ids[table] ?? [];
    if (moved.length > 0) await scope.update(table, sql`id = any(${moved}::uuid[])`, { student_id: student });
  }
}

/** Decision 105. */
interface FamilyPair {
  readonly student_id: string;
  readonly other_id: string;
  readonly together: boolean;
}

const ofAny = (ids: readonly string[]) =>
  sql`(student_id = any(${ids}::uuid[]) or other_id = any(${ids}::uuid[]))`;

function familyPairsOf(scope: BranchScope, ids: readonly string[]): Promise<FamilyPair[]> {
  return scope.all(sql<FamilyPair>`
    select student_id::text, other_id::text, together from ${scope.rows('family_pair')} as r
    where ${ofAny(ids)} order by r.student_id, r.other_id`);
}

async function storePair(scope: BranchScope, one: string, two: string, together: boolean): Promise<void> {
  const [student_id, other_id] = one < two ? [one, two] : [two, one];
  await scope.insert(
    'family_pair',
    { student_id, other_id, together },
    sql`on conflict (branch_id, student_id, other_id) do nothing`,
  );
}

async function moveFamily(
  scope: BranchScope,
  pairs: readonly FamilyPair[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const { student_id, other_id, together } of pairs) {
    const ids = [student_id, other_id];
    const [third] = ids.filter((id) => id !== from);
    if (ids.includes(from) && third !== undefined && third !== to)
      await storePair(scope, to, third, together);
  }
}

async function restoreFamily(
  scope: BranchScope,
  pairs: readonly FamilyPair[],
  ids: readonly string[],
): Promise<void> {
  await scope.remove('family_pair', ofAny(ids));
  const named = [...new Set(pairs.flatMap(({ student_id, other_id }) => [student_id, other_id]))];
  const there = await scope.all(sql<{ id: string }>`
    select id::text from ${scope.rows('student')} as r where id = any(${named}::uuid[])`);
  const known = new Set(there.map(({ id }) => id));
  for (const { student_id, other_id, together } of pairs)
    if (known.has(student_id) && known.has(other_id)) await storePair(scope, student_id, other_id, together);
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

interface Merge extends Person {
  readonly at: Date;
  readonly by: string;
  readonly undoable: boolean;
}

export async function resolveStudentId(scope: BranchScope, id: string): Promise<string> {
  const merge = await scope.first(sql<{ student_id: string }>`
    select student_id from ${scope.rows('student_merge')} as r where merged_id = ${id}`);
  return merge?.student_id ?? id;
}

/** Newest first (decision 106). */
export async function readMerges(scope: BranchScope, id: string): Promise<object> {
  const student = parseRecordId(id);
  if (student === undefined) throw notFound();
  const person = sql`s.id::text, s.name, s.code`;
  const into = await scope.first(sql<Person>`
    select ${person} from ${scope.rows('student_merge')} as r join ${scope.rows('student')} as s on s.id = r.student_id
    where r.merged_id = ${student}`);
  const self = await scope.first(
    sql<Person>`select ${person} from ${scope.rows('student')} as s where s.id = ${student}`,
  );
  if (!into && !self) throw notFound();
  const merges = await scope.all(sql<Merge>`
    select merged_id::text as id, merged ->> 'name' as name, merged ->> 'code' as code, merged_at as at,
      person_name(r.branch_id, r.merged_by) as by, state = state_of_student(${scope.branchId}, ${student}) as undoable
    from ${scope.rows('student_merge')} as r
    where r.student_id = ${student} order by merged_at desc, undoable desc, merged_id desc`);
  return { merged_into: into ?? null, merges };
}

const students = tableOf('student');

const versionOf = (version: number | undefined) => (version === undefined ? undefined : new Set([version]));

const nameAndCode = (other: Draft) => ({
  name: String(other.name),
  code: String(other.code),
});

/** Figures stay, even of ended months (decision 106). Locks the records, then both students. */
export async function mergeStudents(scope: BranchScope, id: string, body: unknown): Promise<object> {
  await requireRecord(scope, students, id);
  const { other: otherId, take, version, other_version } = parseBody(mergeBody, body);
  const [kept, gone] = [parseRecordId(id), parseRecordId(otherId)];
  if (kept === undefined) throw notFound();
  if (gone === undefined) throw badField('other', messages.missingRecord);
  if (kept === gone) throw badField('other', messages.sameStudent);
  await lockRecords(scope, gone);
  const locked = await lockStudents(scope, [kept, gone]);
  const [keptRow, goneRow] = [locked.get(kept), locked.get(gone)];
  if (!keptRow) throw notFound();
  if (!goneRow) throw badField('other', messages.missingRecord);
  const before = await requireRecord(scope, students, id);
  const other = await requireRecord(scope, students, otherId);
  assertVersion(before, versionOf(version));
  assertVersion(other, versionOf(other_version));

  const moved = await recordsOf(scope, gone);
  const family = await familyPairsOf(scope, [kept, gone]);
  const chained = await scope.all(sql<{ merged_id: string }>`
    select merged_id from ${scope.rows('student_merge')} as r where student_id = ${gone}`);
  const merges = chained.map(({ merged_id }) => merged_id);
  const ofGone = (table: 'enrolment' | 'book_payout') =>
    sql`(select count(*)::int from ${scope.rows(table)} as r where student_id = ${gone})`;
  const counted = await scope.first(
    sql<{ records: number }>`select ${ofGone('enrolment')} + ${ofGone('book_payout')} as records`,
  );
  const stored = await scope.first(sql<{ kept: object; merged: object }>`
    select (select to_jsonb(r) from ${scope.rows('student')} as r where id = ${kept})::text as kept,
      (select to_jsonb(r) from ${scope.rows('student')} as r where id = ${gone})::text as merged`);

  await moveRecords(scope, moved, kept);
  await moveFamily(scope, family, { from: gone, to: kept });
  if (merges.length > 0) await scope.update('student_merge', sql`student_id = ${gone}`, { student_id: kept });
  await scope.remove('student', sql`id = ${gone}`);
  const taken = Object.fromEntries(take.map((name) => [name, other[name] ?? '']));
  const result = { ...before, ...taken };
  if (take.length > 0)
    await scope.update('student', sql`id = ${kept}`, {
      ...toColumns(students.resource.fields, taken),
      ...searchColumns(students.resource, result),
      ...nameColumns(result),
      ...studentKeys(scope.branchId, result),
    });
  const after = await requireRecord(scope, students, id);
  await scope.insert(
    'student_merge',
    {
      merged_id: gone,
      student_id: kept,
      ...stored,
      moved: JSON.stringify({ records: moved, family, merges }),
      state: '',
      merged_at: scope.now,
      merged_by: scope.userId,
    },
    sql`returning merged_id`,
  );
  const { state } = await scope.one(
    sql<{ state: string }>`select state_of_student(${scope.branchId}, ${kept}) as state`,
  );
  await scope.update('student_merge', sql`merged_id = ${gone}`, { state });
  await appendHistory(scope, {
    ...historyRecordOf(students, other),
    action: 'deleted',
    before: other,
    note: messages.mergedInto(nameAndCode(after)),
  });
  await appendHistory(scope, {
    ...historyRecordOf(students, after),
    action: 'changed',
    before,
    after,
    note: messages.mergedWith(nameAndCode(other)),
  });
  return { student: after, merged: { id: other.id, ...nameAndCode(other) }, moved: counted?.records ?? 0 };
}

const ids = z.array(z.string());
const storedMoves = z.object({
  records: z.partialRecord(z.enum(tablesOfStudents), ids),
  family: z.array(z.object({ student_id: z.string(), other_id: z.string(), together: z.boolean() })),
  merges: ids,
});

interface StoredMerge {
  readonly moved: unknown;
  readonly isUnchanged: boolean;
}

const ownColumns = [...Object.keys(students.resource.fields), 'folded', 'folded_name'];

/** The student comes back with id, code and records, and the one who stayed is as before (decision 106). */
export async function undoMerge(scope: BranchScope, id: string, body: unknown): Promise<object> {
  await requireRecord(scope, students, id);
  const { other: otherId } = parseBody(undoMergeBody, body);
  const [kept, gone] = [parseRecordId(id), parseRecordId(otherId)];
  if (kept === undefined) throw notFound();
  if (gone === undefined) throw badField('other', messages.missingRecord);
  await lockRecords(scope, kept);
  if (!(await lockStudents(scope, [kept])).has(kept)) throw notFound();
  const merge = await scope.first(sql<StoredMerge>`
    select moved, state = state_of_student(${scope.branchId}, ${kept}) as "isUnchanged"
    from ${scope.rows('student_merge')} as r where merged_id = ${gone} and student_id = ${kept} for update`);
  if (!merge) throw badField('other', messages.notMerged);
  if (!merge.isUnchanged) throw conflict(messages.mergeNotUndoable);
  const { records, family, merges } = storedMoves.parse(merge.moved);
  const before = await requireRecord(scope, students, id);

  const ofMerge = sql`from ${scope.rows('student_merge')} as r where merged_id = ${gone}`;
  await scope.all(sql`select bring_back_student(merged) ${ofMerge}`);
  const restored = Object.fromEntries(
    ownColumns.map((column) => [
      column,
      sql`(select (jsonb_populate_record(null::student, r.kept)).${sql.ref(column)} ${ofMerge})`,
    ]),
  );
  await scope.update('student', sql`id = ${kept}`, restored);
  await moveRecords(scope, records, gone);
  await restoreFamily(scope, family, [kept, gone]);
  await scope.remove('student_merge', sql`merged_id = ${gone}`);
  if (merges.length > 0)
    await scope.update('student_merge', sql`merged_id = any(${merges}::uuid[])`, {
      student_id: gone,
    });
  const after = await requireRecord(scope, students, id);
  const other = await requireRecord(scope, students, otherId);
  for (const student of [after, other])
    await scope.update('student', sql`id = ${student.id}`, studentKeys(scope.branchId, student));
  const note = messages.mergeUndone;
  await appendHistory(scope, { ...historyRecordOf(students, other), action: 'created', after: other, note });
  await appendHistory(scope, { ...historyRecordOf(students, after), action: 'changed', before, after, note });
  return { student: after, other };
}
