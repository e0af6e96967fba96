import { sql } from 'kysely';
import { type CollectionBody, collectionMessages } from '#contract/collections.ts';
import type { Draft, InstallmentForm } from '#contract/define-resource.ts';
import { formatMoney, parsePiastres, sum } from '#contract/money.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { appendHistory, historyRecordOf } from '#server/store/history.ts';
import { badField } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { lockMonthShared } from '#server/store/months/month-lock.ts';
import { parseCreate } from '#server/store/records/body.ts';
import type { EnrolmentRow } from '#server/store/records/enrolment-rows.ts';
import { assertPayable, insertInstallment, lockPaid } from '#server/store/records/installments.ts';
import type { WireRecord } from '#server/store/records/record-reader.ts';
import { type TableMapping, tableOf } from '#server/store/tables.ts';
import { parseCollection } from './collection-body.ts';
import { type CollectionRow, wireCollection } from './collection-reader.ts';
import { LineProblems } from './line-problems.ts';

/** Holds one payment of a collection before it is stored. */
interface Line {
  /** Its place in the body, from 0. */
  readonly place: number;
  readonly mapping: TableMapping;
  readonly form: InstallmentForm;
  readonly draft: Draft;
}

/** Holds a payment with the debt that it pays, locked. */
interface LockedLine extends Line {
  readonly payable: EnrolmentRow;
}

function linesOf({ payments, ...common }: CollectionBody): Line[] {
  return payments.map(({ resource, ...own }, place) => {
    const mapping = tableOf(resource);
    const form = mapping.resource.installment;
    if (!form) throw new Error(`${resource} takes no installments`);
    return { place, mapping, form, draft: parseCreate(form, { ...common, ...own }) };
  });
}

/** Compares ids as numbers. Text that is no id comes anywhere: it locks nothing. */
function inLockOrder(left: Line, right: Line): number {
  const [leftTable, rightTable] = [left.mapping.table, right.mapping.table];
  if (leftTable !== rightTable) return leftTable < rightTable ? -1 : 1;
  const [leftId, rightId] = [String(left.draft.related_record), String(right.draft.related_record)];
  return leftId.length - rightId.length || (leftId < rightId ? -1 : 1);
}

/**
 * Locks the debts in the order of their tables and ids, so that two collections with the same debts never wait for each other
 * crosswise, and checks each payment under its lock.
 * @throws {HttpError} 400 with the problems of all lines
 */
async function lockLines(scope: BranchScope, lines: readonly Line[]): Promise<LockedLine[]> {
  const problems = new LineProblems(lines.length);
  const locked = new Map<string, LockedLine>();
  for (const line of [...lines].sort(inLockOrder)) {
    const { place, mapping, form, draft } = line;
    await problems.collect(place, async () => {
      const payable = await lockPaid(scope, mapping, form, draft);
      const debt = `${mapping.table}/${payable.id}`;
      if (locked.has(debt)) throw badField('related_record', collectionMessages.paidTwice);
      locked.set(debt, { ...line, payable });
      assertPayable(payable, form, draft);
    });
  }
  problems.assertNone();
  return [...locked.values()];
}

/** Locks the students of the debts in the order of their ids: each payment is counted at its student. */
async function lockStudents(scope: BranchScope, lines: readonly LockedLine[]): Promise<void> {
  const ids = [...new Set(lines.map(({ payable }) => payable.student_id))].map(String);
  await scope.all(sql`
    select id from ${scope.rows('student')} as r where id = any(${ids}::bigint[]) order by id for no key update`);
}

async function insertCollection(
  scope: BranchScope,
  { receipt_number, custom_date, notes, payments }: CollectionBody,
): Promise<CollectionRow> {
  const received = sum(payments.map(({ paid_amount }) => parsePiastres(paid_amount)));
  const row = await scope.insert(
    'collection',
    {
      receipt_number,
      custom_date: custom_date ?? null,
      notes: notes ?? null,
      received,
      created_at: scope.now,
      created_by: scope.userId,
    },
    sql<CollectionRow>`returning *, received as total`,
  );
  if (!row) throw new Error('insert into collection returned no row');
  return row;
}

/**
 * Receives one sum for several debts: an installment for each, wholly or not at all (decision 53). The rules are those of single
 * installments. All rows are written before the first history entry, whose counter is locked last.
 * @throws {HttpError} 400 with the problems at their lines
 */
export async function createCollection(scope: BranchScope, body: unknown): Promise<object> {
  const parsed = parseCollection(body);
  const lines = linesOf(parsed);
  for (const { mapping } of lines) scope.assertMay(permissionFor(mapping.resource, 'create'));
  const month = await lockMonthShared(scope);
  const locked = await lockLines(scope, lines);
  await lockStudents(scope, locked);
  const row = await insertCollection(scope, parsed);
  const made: { readonly line: Line; readonly record: WireRecord }[] = [];
  for (const line of locked) {
    const { mapping, form, draft, payable } = line;
    const installment = { form, draft, payable, month, collection: row.id };
    made.push({ line, record: await insertInstallment(scope, mapping, installment) });
  }
  made.sort((left, right) => left.line.place - right.line.place);
  for (const { line, record } of made)
    await appendHistory(scope, {
      ...historyRecordOf(line.mapping, record),
      action: 'created',
      after: record,
    });
  const payments = made.map(({ line, record }) => ({ resource: line.mapping.resource.name, ...record }));
  const collection = { ...wireCollection(row), payments };
  const amount = formatMoney(row.received);
  await appendHistory(scope, {
    resource: COLLECTION,
    id: String(row.id),
    title: messages.collectionTitle({ receipt: row.receipt_number, amount }),
    month: month && String(month.id),
    action: 'created',
    after: collection,
  });
  return collection;
}
