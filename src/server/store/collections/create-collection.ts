import { sql } from 'kysely';
import { type CollectionBody, collectionMessages } from '#contract/collections.ts';
import type { Draft, InstallmentForm } from '#contract/define-resource.ts';
import { formatMoney, parsePiastres, sum } from '#contract/money.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { readStudent } from '#server/store/families/families.ts';
import { appendHistory, historyRecordOf } from '#server/store/history.ts';
import { badField } from '#server/store/http-error.ts';
import { resolveStudentId } from '#server/store/merges/merge-reader.ts';
import { messages } from '#server/store/messages.ts';
import { lockMonthShared } from '#server/store/months/month-lock.ts';
import { parseCreate } from '#server/store/records/body.ts';
import {
  assertPayable,
  type EnrolmentRow,
  insertInstallment,
  lockPaid,
} from '#server/store/records/enrolments.ts';
import type { WireRecord } from '#server/store/records/record-reader.ts';
import { type TableMapping, tableOf } from '#server/store/tables.ts';
import { parseCollection } from './collection-body.ts';
import { type CollectionRow, wireCollection } from './collection-reader.ts';
import { type LineList, type LinePlace, LineProblems } from './line-problems.ts';
import { checkNewLine, insertNewLine, lockBooks, parseNewLines, studentsOf } from './new-records.ts';

/** Holds one payment of a collection before it is stored. */
interface Line extends LinePlace {
  readonly mapping: TableMapping;
  readonly form: InstallmentForm;
  readonly draft: Draft;
}

/** Holds a payment with the debt that it pays, locked. */
interface LockedLine extends Line {
  readonly payable: EnrolmentRow;
}

function linesOf({ payments, records: _records, payer: _payer, ...common }: CollectionBody): Line[] {
  return payments.map(({ resource, ...own }, place) => {
    const mapping = tableOf(resource);
    const form = mapping.resource.installment;
    if (!form) throw new Error(`${resource} takes no installments`);
    return { list: 'payments', place, mapping, form, draft: parseCreate(form, { ...common, ...own }) };
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
 */
async function lockLines(
  scope: BranchScope,
  lines: readonly Line[],
  problems: LineProblems,
): Promise<LockedLine[]> {
  const locked = new Map<string, LockedLine>();
  for (const line of [...lines].sort(inLockOrder)) {
    const { mapping, form, draft } = line;
    await problems.collect(line, async () => {
      const payable = await lockPaid(scope, mapping, form, draft);
      const debt = `${mapping.table}/${payable.id}`;
      if (locked.has(debt)) throw badField('related_record', collectionMessages.paidTwice);
      locked.set(debt, { ...line, payable });
      assertPayable(payable, form, draft);
    });
  }
  return [...locked.values()];
}

/** Locks students in the order of their ids, as a merge does: neither waits for the other crosswise. */
async function lockStudents(scope: BranchScope, students: readonly bigint[]): Promise<void> {
  const ids = [...new Set(students)].map(String);
  await scope.all(sql`
    select id from ${scope.rows('student')} as r where id = any(${ids}::bigint[]) order by id for key share`);
}

/** Returns who pays, of a student who was merged who stays (decision 106). */
async function payerOf(scope: BranchScope, { payer }: CollectionBody): Promise<bigint | undefined> {
  const id = parseId(payer ?? '');
  return id === undefined ? undefined : resolveStudentId(scope, id);
}

/** Checks that the payer exists, under the lock of the students. @throws {HttpError} 400 at `payer` */
async function assertPayer(scope: BranchScope, body: CollectionBody): Promise<void> {
  if (!body.payer) return;
  const id = await payerOf(scope, body);
  if (id === undefined || !(await readStudent(scope, id))) throw badField('payer', messages.missingRecord);
}

async function insertCollection(
  scope: BranchScope,
  { receipt_number, custom_date, notes }: CollectionBody,
  lines: readonly { readonly draft: Draft }[],
  payer: bigint | undefined,
): Promise<CollectionRow> {
  const received = sum(lines.map(({ draft }) => parsePiastres(String(draft.paid_amount))));
  const row = await scope.insert(
    'collection',
    {
      receipt_number,
      custom_date: custom_date ?? null,
      notes: notes ?? null,
      received,
      student_id: payer ?? null,
      created_at: scope.now,
      created_by: scope.userId,
    },
    sql<CollectionRow>`returning *, received as total`,
  );
  if (!row) throw new Error('insert into collection returned no row');
  return row;
}

/** Holds what one line has made. */
interface Made extends LinePlace {
  readonly mapping: TableMapping;
  readonly record: WireRecord;
}

/**
 * Receives one sum for several debts, and for new enrolments and book payouts: an installment for each debt, each new record with its
 * first payment, wholly or not at all (decisions 53 and 104). The rules are those of the single records. Locked are the debts, the
 * books, then the students; all rows are written before the first history entry, whose counter is locked last.
 * @throws {HttpError} 400 with the problems at their lines
 */
export async function createCollection(scope: BranchScope, body: unknown): Promise<object> {
  const parsed = parseCollection(body);
  const lines = linesOf(parsed);
  for (const { mapping } of lines) scope.assertMay(permissionFor(mapping.resource, 'create'));
  const problems = new LineProblems({ payments: lines.length, records: parsed.records.length });
  const added = await parseNewLines(scope, parsed, problems);
  const month = await lockMonthShared(scope);
  const payer = await payerOf(scope, parsed);
  const locked = await lockLines(scope, lines, problems);
  await lockBooks(scope, added);
  await lockStudents(scope, [
    ...locked.map(({ payable }) => payable.student_id),
    ...(await studentsOf(scope, added)),
    ...(payer === undefined ? [] : [payer]),
  ]);
  await assertPayer(scope, parsed);
  for (const line of added) await problems.collect(line, () => checkNewLine(scope, line));
  problems.assertNone();
  const row = await insertCollection(scope, parsed, [...lines, ...added], payer);
  const made: Made[] = [];
  for (const line of added) {
    const record = await problems.collect(line, () =>
      insertNewLine(scope, line, { month, collection: row.id }),
    );
    if (record) made.push({ ...line, record });
  }
  problems.assertNone();
  for (const line of locked) {
    const { mapping, form, draft, payable } = line;
    const installment = { form, draft, payable, month, collection: row.id };
    made.push({ ...line, record: await insertInstallment(scope, mapping, installment) });
  }
  made.sort((left, right) => left.place - right.place);
  for (const { mapping, record } of made)
    await appendHistory(scope, { ...historyRecordOf(mapping, record), action: 'created', after: record });
  const madeIn = (wanted: LineList) =>
    made.flatMap(({ list, mapping, record }) =>
      list === wanted ? [{ resource: mapping.resource.name, ...record }] : [],
    );
  const written = { payments: madeIn('payments'), records: madeIn('records') };
  const collection = { ...wireCollection(row), ...written };
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
