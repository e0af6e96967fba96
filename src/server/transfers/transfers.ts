import { sql } from 'kysely';
import type { z } from 'zod';
import type { Draft } from '#contract/define-resource.ts';
import { parsePiastres } from '#contract/money.ts';
import { hasLeft } from '#contract/rules/term.ts';
import { type studentTransfers, transferBody, type transferred } from '#contract/student-transfers.ts';
import { otherBranch } from '#server/accounts/branches-of-person.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal, requireRecordId } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { appendHistory, type HistoryRecord, historyRecordOf } from '#server/history/history.ts';
import { owedBy } from '#server/ledger/debts.ts';
import { resolveStudentId } from '#server/merges/merges.ts';
import { messages } from '#server/messages/store.en.ts';
import { readBranchDetails } from '#server/months/months.ts';
import { notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import type { WireRecord } from '#server/records/record-reader.ts';
import { records } from '#server/records/records.ts';
import { requireRecord } from '#server/records/repository.ts';
import { studentHooks } from '#server/students/students.ts';

const students = tableOf('student');
const repository = records(studentHooks);

/** A new student has not left. */
const takenOver = (student: Draft): Draft =>
  Object.fromEntries(
    Object.keys(students.resource.fields).map((name) => [name, name === 'left_on' ? null : student[name]]),
  );

/** What they have there stays, and so does that they left there, unless they are here again. */
function filledIn(student: Draft, there: Draft, today: string): Draft {
  const isHere = !hasLeft(student, today);
  const isTaken = ([name]: [string, unknown]) =>
    name === 'left_on' ? isHere : there[name] === null || there[name] === '';
  return Object.fromEntries(Object.entries(takenOver(student)).filter(isTaken));
}

interface Left {
  readonly remaining: bigint;
  readonly credit: bigint;
}

/** In piastres: it stays in the branch, and so do its records. */
const leftBehind = async (scope: BranchScope, id: string, { credit }: Draft): Promise<Left> => ({
  remaining: await owedBy(scope, [id]),
  credit: parsePiastres(String(credit ?? '0')),
});

interface Known {
  readonly id: string;
  /** The last transfer between the branches went there, so their record is the newer one. */
  readonly isThere: boolean;
}

/** Who came from there comes back to their own record. */
async function knownThere(scope: BranchScope, from: BranchScope, id: string): Promise<Known | undefined> {
  const known = await scope.first(sql<{ student_id: string; direction: string }>`
    select student_id, direction from ${scope.rows('student_transfer')} as r
    where other_branch_id = ${from.branchId} and other_student_id = ${id} order by transferred_at desc, r.id desc limit 1`);
  if (!known) return undefined;
  return {
    id: await resolveStudentId(scope, known.student_id),
    isThere: known.direction === 'from',
  };
}

/** Locks the record before it is read, so that a field that is filled meanwhile is not taken for empty. */
async function takeOver(scope: BranchScope, { id, isThere }: Known, student: Draft, today: string) {
  if (!isThere) return repository.update(scope, students, id, takenOver(student));
  await scope.first(sql`select from ${scope.rows('student')} as r where id = ${id} for update`);
  const there = await requireRecord(scope, students, id);
  return repository.update(scope, students, id, filledIn(student, { ...there }, today));
}

/** The last that is known of the two records here and there is that the student went there. */
async function isReferredTo(
  scope: BranchScope,
  id: string,
  other: BranchScope,
  there: string,
): Promise<boolean> {
  const last = await scope.first(sql<{ direction: string }>`
    select direction from ${scope.rows('student_transfer')} as r
    where student_id = ${id} and other_branch_id = ${other.branchId} and other_student_id = ${there}
    order by transferred_at desc, r.id desc limit 1`);
  return last?.direction === 'to';
}

/**
 * The student is recorded in another branch of the manager, with a reference on both sides; enrolments, payments, debts
 * and credit stay where they are, and the student has left there (decision 159). Of who was transferred there before and
 * did not come back by a transfer, only empty fields there are filled. In one transaction.
 * @throws {HttpError} 404 without the student, 400 at `branch`
 */
export async function transferStudent(
  scope: BranchScope,
  id: string,
  body: unknown,
): Promise<z.input<typeof transferred>> {
  const studentId = requireRecordId(id);
  const locked = await scope.first(
    sql`select from ${scope.rows('student')} as r where id = ${studentId} for update`,
  );
  if (!locked) throw notFound();
  const before = await requireRecord(scope, students, id);
  const { branch } = parseBody(transferBody, body);
  const other = await otherBranch(scope, branch);
  other.scope.assertMay('records.write');
  const { name: branchName } = await readBranchDetails(scope);
  const left = await leftBehind(scope, studentId, before);

  const today = scope.today;
  const known = await knownThere(other.scope, scope, studentId);
  const there =
    known === undefined
      ? { after: await repository.create(other.scope, students, takenOver(before)) }
      : await takeOver(other.scope, known, before, today);
  if (!hasLeft(before, today)) await scope.update('student', sql`id = ${studentId}`, { left_on: today });
  const here = { before, after: await requireRecord(scope, students, id) };

  if (!(await isReferredTo(scope, studentId, other.scope, there.after.id))) {
    await storeTransfer(scope, studentId, { ...left, direction: 'to', branch: other, student: there.after });
    await storeTransfer(other.scope, there.after.id, {
      ...left,
      direction: 'from',
      branch: { name: branchName, scope },
      student: before,
    });
  }
  const writes: readonly (readonly [BranchScope, HistoryRecord])[] = [
    [scope, historyOf(here, messages.transferredTo({ branch: other.name, code: codeOf(there.after) }))],
    [other.scope, historyOf(there, messages.transferredFrom({ branch: branchName, code: codeOf(before) }))],
  ];
  // Each commit locks its branches in this order.
  const inOrder = [...writes].sort(([one], [two]) => Number(one.branchId - two.branchId));
  for (const [branchScope, write] of inOrder) await appendHistory(branchScope, write);
  const code = codeOf(there.after);
  return {
    detail: messages.studentTransferred({ name: String(before.name), branch: other.name, code }),
    branch: other.name,
    id: there.after.id,
    code,
  };
}

const codeOf = ({ code }: Draft) => String(code);

function historyOf(
  { before, after }: { readonly before?: WireRecord; readonly after: WireRecord },
  note: string,
): HistoryRecord {
  return { ...historyRecordOf(students, after), action: before ? 'changed' : 'created', before, after, note };
}

interface StoredTransfer extends Left {
  readonly direction: 'to' | 'from';
  readonly branch: { readonly name: string; readonly scope: BranchScope };
  readonly student: WireRecord;
}

async function storeTransfer(
  scope: BranchScope,
  studentId: string,
  { direction, branch, student, remaining, credit }: StoredTransfer,
): Promise<void> {
  await scope.insert('student_transfer', {
    student_id: studentId,
    direction,
    other_branch_id: branch.scope.branchId,
    other_branch: branch.name,
    other_student_id: student.id,
    other_code: codeOf(student),
    remaining,
    credit,
    transferred_at: scope.now,
    transferred_by: scope.userId,
  });
}

/** @throws {HttpError} 404 for a student whom the branch does not have */
export async function readTransfers(
  scope: BranchScope,
  id: string,
): Promise<z.input<typeof studentTransfers>> {
  await requireRecord(scope, students, id);
  const results = await scope.all(sql<z.input<typeof studentTransfers>['results'][number]>`
    select direction, other_branch_id::text as branch_id, other_branch as branch, other_student_id::text as student_id,
      other_code as code, ${decimal(sql`remaining`)} as remaining, ${decimal(sql`credit`)} as credit, transferred_at as at,
      coalesce(person_name(${scope.branchId}, transferred_by), '') as by
    from ${scope.rows('student_transfer')} as r where student_id = ${requireRecordId(id)} order by transferred_at desc, r.id desc`);
  return { results };
}
