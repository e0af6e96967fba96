import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Draft } from '#contract/define-resource.ts';
import { newRecordId } from '#contract/ids.ts';
import { languageNow, languages } from '#contract/messages.ts';
import { parsePiastres } from '#contract/money.ts';
import { hasLeft } from '#contract/rules/term.ts';
import { type studentTransfers, transferBody } from '#contract/student-transfers.ts';
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
import { parseBody, parseCreate } from '#server/records/body.ts';
import type { WireRecord } from '#server/records/record-reader.ts';
import { records } from '#server/records/records.ts';
import { requireRecord } from '#server/records/repository.ts';
import { studentHooks } from '#server/students/students.ts';

// The steps of a student's transfer to another branch, each a transaction of one branch (decision 159).

const students = tableOf('student');
const repository = records(studentHooks);

const codeOf = ({ code }: Draft) => String(code);

/** A new student has not left. */
const takenOver = (student: Draft): Draft =>
  Object.fromEntries(
    Object.keys(students.resource.fields).map((name) => [name, name === 'left_on' ? null : student[name]]),
  );

/** What is stored for the key: the answer without its sentence, which is in the language of whoever reads it. */
export const storedTransfer = z.object({
  transfer: z.string(),
  name: z.string(),
  branch: z.string(),
  /** Of the student in the other branch; absent until the transfer has arrived. */
  id: z.string().optional(),
  code: z.string().optional(),
});
export type StoredTransfer = z.output<typeof storedTransfer>;

export const arrival = z.object({ id: z.string(), code: z.string() });
export type Arrival = z.output<typeof arrival>;

/** In the column of that name. */
const outgoing = z.object({
  /** Under this key the other branch performs it once. */
  delivery: z.string(),
  /** Of the student who is made there, unless the branch knows them. */
  new_id: z.string(),
  fields: z.record(z.string(), z.unknown()),
  code: z.string(),
  /** The branch that they leave. */
  branch: z.string(),
  /** Whether they had not left it before. */
  was_here: z.boolean(),
  /** The user there of the person who transfers. */
  user: z.string(),
  device: z.string().optional(),
  agent: z.string().optional(),
  language: z.enum(languages),
  /** Of the write, whose stored answer the last step completes. */
  key: z.string().optional(),
});

export type Outgoing = z.output<typeof outgoing>;

interface LastTransfer {
  readonly id: string;
  readonly direction: 'to' | 'from';
  readonly isOutgoing: boolean;
}

/** The newest between this student and the other branch. */
function lastTransfer(scope: BranchScope, student: string, other: bigint): Promise<LastTransfer | undefined> {
  return scope.first(sql<LastTransfer>`
    select id::text, direction, outgoing is not null as "isOutgoing" from ${scope.rows('student_transfer')} as r
    where student_id = ${student} and other_branch_id = ${other} order by transferred_at desc, r.id desc limit 1`);
}

function historyOf(
  { before, after }: { readonly before?: WireRecord | undefined; readonly after: WireRecord },
  note: string,
): HistoryRecord {
  return {
    ...historyRecordOf(students, after),
    action: before ? 'changed' : 'created',
    ...(before && { before }),
    after,
    note,
  };
}

/**
 * The first step, in the branch that the student leaves: everything that can be refused is refused here. Enrolments, payments,
 * debts and credit stay. A student who was transferred there before and did not come back by a transfer is sent under the
 * same id again; one who is on the way is not sent twice.
 * @throws {HttpError} 404 without the student, 400 at `branch`, 403 without the right there
 */
export async function sendStudent(scope: BranchScope, id: string, body: unknown): Promise<StoredTransfer> {
  const studentId = requireRecordId(id);
  const locked = await scope.first(
    sql`select from ${scope.rows('student')} as r where id = ${studentId} for update`,
  );
  if (!locked) throw notFound();
  const before = await requireRecord(scope, students, id);
  const { branch } = parseBody(transferBody, body);
  const other = await otherBranch(scope, branch);
  other.scope.assertMay('records.write');
  const fields = takenOver(before);
  parseCreate(students.resource, fields);

  const wasHere = !hasLeft(before, scope.today);
  if (wasHere) await scope.update('student', sql`id = ${studentId}`, { left_on: scope.today });
  const last = await lastTransfer(scope, studentId, other.scope.branchId);
  const isRepeated = last?.direction === 'to';
  const transfer = isRepeated ? last.id : newRecordId();
  if (!(isRepeated && last.isOutgoing)) {
    const newId = newRecordId();
    const sent: z.input<typeof outgoing> = {
      delivery: newRecordId(),
      new_id: newId,
      fields,
      code: codeOf(before),
      branch: (await readBranchDetails(scope)).name,
      was_here: wasHere,
      user: String(other.scope.userId),
      device: scope.origin.device,
      agent: scope.origin.agent,
      language: languageNow(),
      key: scope.key,
    };
    const values = {
      other_branch: other.name,
      remaining: await owedBy(scope, [studentId]),
      credit: parsePiastres(String(before.credit ?? '0')),
      transferred_at: scope.now,
      transferred_by: scope.userId,
      outgoing: JSON.stringify(sent),
      deliver_at: sql`now() + interval '30 seconds'`,
    };
    if (isRepeated) await scope.update('student_transfer', sql`id = ${transfer}`, values);
    else
      await scope.insert('student_transfer', {
        ...values,
        id: transfer,
        student_id: studentId,
        direction: 'to',
        other_branch_id: other.scope.branchId,
        other_student_id: newId,
      });
  }
  const after = await requireRecord(scope, students, id);
  await appendHistory(scope, historyOf({ before, after }, messages.onTheWayTo({ branch: other.name })));
  return { transfer, name: String(before.name), branch: other.name };
}

export interface SentTransfer {
  readonly id: string;
  /** The branch and the student who leaves it. */
  readonly from: { readonly branchId: bigint; readonly studentId: string };
  readonly otherBranchId: bigint;
  readonly at: string;
  readonly by: bigint;
  readonly remaining: bigint;
  readonly credit: bigint;
  /** The last arrival; undefined before the first one. */
  readonly arrival: Arrival | undefined;
  /** Undefined when it has arrived. */
  readonly outgoing: Outgoing | undefined;
}

interface SentRow {
  readonly student_id: string;
  readonly other_branch_id: bigint;
  readonly other_branch: string;
  readonly other_student_id: string;
  readonly other_code: string | null;
  readonly transferred_at: string;
  readonly transferred_by: bigint;
  readonly remaining: bigint;
  readonly credit: bigint;
  readonly outgoing: unknown;
}

const sentRow = (scope: BranchScope, id: string, suffix: RawBuilder<unknown> = sql``) =>
  scope.first(sql<SentRow>`select student_id::text, other_branch_id, other_branch, other_student_id::text, other_code, transferred_at,
    transferred_by, remaining, credit, outgoing from ${scope.rows('student_transfer')} as r where id = ${id} ${suffix}`);

/** @throws {HttpError} 404 if the student was deleted since */
export async function readSent(scope: BranchScope, id: string): Promise<SentTransfer> {
  const row = await sentRow(scope, id);
  if (!row) throw notFound();
  return {
    id,
    from: { branchId: scope.branchId, studentId: row.student_id },
    otherBranchId: row.other_branch_id,
    at: row.transferred_at,
    by: row.transferred_by,
    remaining: row.remaining,
    credit: row.credit,
    arrival: row.other_code === null ? undefined : { id: row.other_student_id, code: row.other_code },
    outgoing: row.outgoing === null ? undefined : outgoing.parse(row.outgoing),
  };
}

/** Who came from there, or was sent under this id before, comes to their own record. */
async function knownStudent(scope: BranchScope, { id, from }: SentTransfer): Promise<string | undefined> {
  const known = await scope.first(sql<{ student_id: string }>`
    select student_id::text from ${scope.rows('student_transfer')} as r
    where r.id = ${id} or (other_branch_id = ${from.branchId} and other_student_id = ${from.studentId})
    order by r.id = ${id} desc, transferred_at desc, r.id desc limit 1`);
  return known && resolveStudentId(scope, known.student_id);
}

/**
 * The branch of the last transfer has the newer record: it is taken over from there, and here only filled where it is empty.
 * Who has gone there since stays gone. Locks the record before it is read, so that a field that is filled meanwhile is not
 * taken for empty.
 */
async function takeOver(scope: BranchScope, student: string, { id, from, at }: SentTransfer, sent: Outgoing) {
  await scope.first(sql`select from ${scope.rows('student')} as r where id = ${student} for update`);
  const there: Draft = { ...(await requireRecord(scope, students, student)) };
  const last = await scope.first(sql<{ hasGone: boolean; isNewer: boolean }>`
    select direction = 'to' as "hasGone", (transferred_at, r.id) > (${at}::timestamptz, ${id}::uuid) as "isNewer"
    from ${scope.rows('student_transfer')} as r
    where student_id = ${student} and other_branch_id = ${from.branchId} order by transferred_at desc, r.id desc limit 1`);
  if (last?.hasGone && !last.isNewer) return repository.update(scope, students, student, sent.fields);
  const returns = sent.was_here && !last?.hasGone;
  const isTaken = ([name]: [string, unknown]) =>
    name === 'left_on' ? returns : there[name] === null || there[name] === '';
  return repository.update(
    scope,
    students,
    student,
    Object.fromEntries(Object.entries(sent.fields).filter(isTaken)),
  );
}

/** The second step, in the other branch, in the name of the person who began, whatever became of their rights there. */
export async function receiveStudent(
  scope: BranchScope,
  transfer: SentTransfer,
  sent: Outgoing,
): Promise<Arrival> {
  const { id, from, at, remaining, credit } = transfer;
  const known = await knownStudent(scope, transfer);
  const { before, after }: { readonly before?: WireRecord; readonly after: WireRecord } =
    known === undefined
      ? { after: await repository.create(scope, students, { ...sent.fields, id: sent.new_id }) }
      : await takeOver(scope, known, transfer, sent);
  const values = {
    student_id: after.id,
    other_branch: sent.branch,
    other_code: sent.code,
    remaining,
    credit,
    transferred_at: at,
    transferred_by: scope.userId,
  };
  if ((await scope.update('student_transfer', sql`id = ${id}`, values)) === 0)
    await scope.insert('student_transfer', {
      ...values,
      id,
      direction: 'from',
      other_branch_id: from.branchId,
      other_student_id: from.studentId,
    });
  const note = messages.transferredFrom({ branch: sent.branch, code: sent.code });
  await appendHistory(scope, historyOf({ before, after }, note));
  return { id: after.id, code: codeOf(after) };
}

/** The last step, in the branch that the student left; once for each delivery. */
export async function confirmArrival(
  scope: BranchScope,
  transfer: string,
  { delivery, key }: Outgoing,
  { id, code }: Arrival,
): Promise<void> {
  const row = await sentRow(scope, transfer, sql`and outgoing ->> 'delivery' = ${delivery} for update`);
  if (!row) return;
  if (key !== undefined) await completeAnswer(scope, key, { id, code });
  await scope.update('student_transfer', sql`id = ${transfer}`, {
    other_student_id: id,
    other_code: code,
    outgoing: null,
    deliver_at: null,
  });
  const after = await requireRecord(scope, students, row.student_id);
  const note = messages.transferredTo({ branch: row.other_branch, code });
  await appendHistory(scope, historyOf({ before: after, after }, note));
}

async function completeAnswer(scope: BranchScope, key: string, arrived: Arrival): Promise<void> {
  scope.noteKey(key);
  const stored = await scope.first(
    sql<{ answer: unknown }>`select answer from ${scope.rows('idempotency')} as stored where key = ${key}`,
  );
  const answer = storedTransfer.safeParse(stored?.answer);
  if (answer.success)
    await scope.update('idempotency', sql`key = ${key}`, {
      answer: JSON.stringify({ ...answer.data, ...arrived }),
    });
}

/**
 * Takes a due transfer for a minute.
 * @param dueAt when it was due, as it was read
 * @returns false if another server took it
 */
export async function claimDelivery(scope: BranchScope, transfer: string, dueAt: string): Promise<boolean> {
  const claimed = await scope.update(
    'student_transfer',
    sql`id = ${transfer} and deliver_at = ${dueAt}::timestamptz`,
    { deliver_at: sql`now() + interval '1 minute'` },
  );
  return claimed === 1;
}

/** @throws {HttpError} 404 for a student whom the branch does not have */
export async function readTransfers(
  scope: BranchScope,
  id: string,
): Promise<z.input<typeof studentTransfers>> {
  await requireRecord(scope, students, id);
  const results = await scope.all(sql<z.input<typeof studentTransfers>['results'][number]>`
    select direction, other_branch_id::text as branch_id, other_branch as branch, other_student_id::text as student_id,
      coalesce(other_code, '') as code, outgoing is not null as on_the_way, ${decimal(sql`remaining`)} as remaining,
      ${decimal(sql`credit`)} as credit, transferred_at as at, coalesce(person_name(${scope.branchId}, transferred_by), '') as by
    from ${scope.rows('student_transfer')} as r where student_id = ${requireRecordId(id)} order by transferred_at desc, r.id desc`);
  return { results };
}
