import { sql } from 'kysely';
import { type ErrorBody, type FieldProblem, fieldErrors, readErrorBody } from '#contract/errors.ts';
import { lineId, newRecordId } from '#contract/ids.ts';
import { formatDecimal, parsePiastres } from '#contract/money.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import { problemsIn } from '#contract/problems.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { type Leaving, leavingSums } from '#contract/rules/refund.ts';
import { transferBody, undoBody, type WithdrawBody, withdrawBody } from '#contract/withdrawals.ts';
import type { WriteAnswer } from '#contract/writes/answer.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { requireRecordId } from '#server/db/columns.ts';
import { type TableMapping, tableOf } from '#server/db/tables.ts';
import { lockPayable } from '#server/enrolments/enrolments.ts';
import { resolveStudentId } from '#server/merges/merges.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict, HttpError, notFound } from '#server/platform/http-error.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { requireRecord } from '#server/records/repository.ts';
import { seenNow } from '#server/records/seen-records.ts';
import type { PaidFor } from '#server/refunds/refunds.ts';
import { repositoryOf } from '#server/resources/repositories.ts';
import {
  assertGoesBack,
  goBack,
  isLast,
  netPaidOf,
  parseNested,
  refundsOf,
  restAsCredit,
  undoGoingBack,
  wireWentBack,
} from './going-back.ts';

interface StoredWithdrawal {
  readonly id: string;
  readonly last_movement: bigint;
  readonly left_on: string;
  readonly kept: bigint;
  readonly reason: string;
  readonly created_at: string;
  readonly created_by: bigint;
}

/** @throws {HttpError} 404, also for an installment */
async function lockEnrolment(scope: BranchScope, mapping: TableMapping, id: string): Promise<PaidFor> {
  const parsed = requireRecordId(id);
  await lockMonthShared(scope);
  const row = await lockPayable(scope, mapping, parsed);
  if (!row) throw notFound();
  return { mapping, row };
}

const leavingOf = (enrolment: PaidFor, keep: string): Leaving => ({
  price: (enrolment.row.price ?? 0n) - enrolment.row.forgiven,
  netPaid: netPaidOf(enrolment),
  keep: parsePiastres(keep),
});

async function leave(
  scope: BranchScope,
  enrolment: PaidFor,
  { id, left_on, ...body }: Omit<WithdrawBody, 'keep'>,
  leaving: Leaving,
): Promise<WriteAnswer> {
  const { mapping, row } = enrolment;
  if (row.left_on)
    throw conflict(messages.hasLeft, { code: 'has-left', ...(await seenNow(scope, mapping, row.id)) });
  await assertGoesBack(scope, enrolment, leaving, body);
  const { reason } = body;
  return goBack(scope, enrolment, body, {
    table: 'withdrawal',
    values: { id, enrolment_id: row.id, left_on, kept: leaving.keep, reason },
    day: left_on,
    forgiven: leavingSums(leaving).forgiven,
    changes: { left_on },
    note: messages.leftNote({ day: left_on, reason }),
  });
}

/**
 * The student leaves the enrolment from a day on; what is kept of the price is paid or still owed (decision 131).
 * @throws {HttpError} 400, 403, 404, 409 if they have left already
 */
export async function withdraw(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
  body: unknown,
): Promise<WriteAnswer> {
  const enrolment = await lockEnrolment(scope, mapping, id);
  const { keep, ...parsed } = parseNested(withdrawBody, body);
  return leave(scope, enrolment, parsed, leavingOf(enrolment, keep));
}

async function readStored(scope: BranchScope, enrolment: string): Promise<StoredWithdrawal | undefined> {
  return scope.first(sql<StoredWithdrawal>`
    select * from ${scope.rows('withdrawal')} as withdrawal where enrolment_id = ${enrolment}`);
}

/**
 * While nothing followed it.
 * @throws {HttpError} 403, 404, 409
 */
export async function undoWithdrawal(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
  body: unknown,
): Promise<WriteAnswer> {
  const enrolment = await lockEnrolment(scope, mapping, id);
  parseNested(undoBody, body);
  const stored = await readStored(scope, enrolment.row.id);
  if (!stored) throw conflict(messages.notLeft);
  return undoGoingBack(scope, enrolment, stored, {
    table: 'withdrawal',
    changes: { left_on: null },
    note: messages.leftUndone,
  });
}

/** @throws {HttpError} 404 if the enrolment does not exist, or its student did not leave */
export async function readWithdrawal(
  scope: BranchScope,
  mapping: TableMapping,
  text: string,
): Promise<object> {
  const { id } = await requireRecord(scope, mapping, text);
  const stored = await readStored(scope, id);
  if (!stored) throw notFound(messages.notLeft);
  const made = await refundsOf(scope, 'withdrawal', stored.id);
  return {
    id: stored.id,
    left_on: stored.left_on,
    kept: formatDecimal(stored.kept),
    reason: stored.reason,
    ...wireWentBack(made),
    recorded_by: String(stored.created_by),
    created_at: stored.created_at,
    undoable: await isLast(scope, mapping, { ...stored, table: 'withdrawal', payable: id }),
  };
}

/** Puts the problems of a part of the body at their places in it. The sums of its parts depend on each other, so none has a greatest value. */
async function within<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    const problems = readErrorBody(error.body);
    if (!problems || problems.fields.length === 0) throw error;
    const inPart = <T extends FieldProblem>(problem: T): T => ({
      ...problem,
      field: `${part}.${problem.field}`,
    });
    const body: ErrorBody = fieldErrors(problems.fields.map(inPart));
    const withFacts = problemsIn(error.body).map(({ most: _, ...problem }) => inPart(problem));
    throw new HttpError(400, withFacts.length > 0 ? { ...body, problems: withFacts } : body);
  }
}

/**
 * The body of the new enrolment: of the same student, and paid by the credit that becomes free.
 * @throws {HttpError} 400 for another student
 */
async function bodyOf(
  scope: BranchScope,
  student: string,
  { student: named, ...body }: ColumnValues,
): Promise<ColumnValues> {
  if (named !== undefined && named !== null && named !== '') {
    const id = await resolveStudentId(scope, requireRecordId(String(named)));
    if (id !== student) throw badField('student', messages.transferOfOther);
  }
  return { payment_method: CREDIT, ...body, student };
}

/**
 * Leaves one enrolment and begins another, wholly or not at all, so that the money moves without passing a drawer
 * (decision 131). The new enrolment is answered first.
 * @throws {HttpError} 400 at `withdraw.…` or `to.…`, 403, 404, 409
 */
export async function transfer(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
  body: unknown,
): Promise<WriteAnswer> {
  const enrolment = await lockEnrolment(scope, mapping, id);
  const { id: named = newRecordId(), withdraw: given, to } = parseNested(transferBody, body);
  const target = tableOf(to.resource);
  scope.assertMay(permissionFor(target.resource, 'create'));
  const { keep, ...parsed } = given;
  const leaving = leavingOf(enrolment, keep);
  const left = await within('withdraw', () =>
    leave(scope, enrolment, { ...parsed, ...restAsCredit(leaving, parsed), id: named }, leaving),
  );
  const made = await within('to', async () =>
    repositoryOf(target).create(scope, target, {
      ...(await bodyOf(scope, enrolment.row.student_id, to.body)),
      id: lineId(named, 0),
    }),
  );
  return { records: [{ resource: target.resource.name, record: made }, ...left.records] };
}
