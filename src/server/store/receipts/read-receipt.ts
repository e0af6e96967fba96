import { sql } from 'kysely';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import type { ReceiptSubject } from '#contract/receipts.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { readCollection } from '#server/store/collections/collection-reader.ts';
import { type LineList, lineLists } from '#server/store/collections/line-problems.ts';
import { parseId } from '#server/store/columns.ts';
import { familyOf, readStudent } from '#server/store/families/family-members.ts';
import { notFound } from '#server/store/http-error.ts';
import { isOfKind } from '#server/store/records/record-columns.ts';
import { readRecord, type WireRecord } from '#server/store/records/record-reader.ts';
import { tableOf } from '#server/store/tables.ts';
import { type CancelledRow, cancellationOf, cancelledWhere } from './cancelled-payments.ts';

type Draft = Readonly<Record<string, unknown>>;

interface Line {
  readonly resource: CollectionResource;
  readonly record: Draft & { readonly id: string };
  readonly cancelled: ReturnType<typeof cancellationOf> | null;
}

/** The head of a receipt: that of a payment, or of the collection that it is part of. */
interface Head {
  readonly resource: ReceiptSubject;
  readonly id: string;
  readonly values: Draft;
  readonly lines: readonly Line[];
}

const isResource = (name: unknown): name is CollectionResource =>
  collectionResources.some((one) => one === name);

const cancelledLine = (row: CancelledRow): Line[] =>
  isResource(row.what) ? [{ resource: row.what, record: row.record, cancelled: cancellationOf(row) }] : [];

async function headOfCollection(scope: BranchScope, id: string): Promise<Head> {
  const values: Draft &
    Partial<Record<LineList, readonly (WireRecord & { resource: CollectionResource })[]>> =
    await readCollection(scope, id).then((collection) => ({ ...collection }));
  const paid = lineLists
    .flatMap((list) => values[list] ?? [])
    .map(
      ({ resource, ...record }): Line => ({
        resource,
        record: { ...record, id: String(record.id) },
        cancelled: null,
      }),
    );
  const gone = await cancelledWhere(scope, sql`collection_id = ${BigInt(id)}`);
  return { resource: COLLECTION, id, values, lines: [...paid, ...gone.flatMap(cancelledLine)] };
}

async function headOf(scope: BranchScope, resource: ReceiptSubject, id: bigint): Promise<Head> {
  if (resource === COLLECTION) return headOfCollection(scope, String(id));
  const stored = await readRecord(scope, tableOf(resource), id);
  const gone = stored ? [] : await cancelledWhere(scope, sql`what = ${resource} and record_id = ${id}`);
  const [line] = stored ? [{ resource, record: stored, cancelled: null }] : gone.flatMap(cancelledLine);
  if (!line) throw notFound();
  const { collection } = line.record;
  if (typeof collection === 'string') return headOfCollection(scope, collection);
  return { resource, id: String(id), values: line.record, lines: [line] };
}

const idIn = (value: unknown) => (typeof value === 'string' ? parseId(value) : undefined);

/** Returns what remains of the debt that a payment is part of; null if it is gone. In decimal text. */
async function remainingOf(scope: BranchScope, { resource, record }: Line): Promise<string | null> {
  const mapping = tableOf(resource);
  const id = idIn(record.is_installment === true ? record.related_record : record.id);
  if (id === undefined) return null;
  const debt = await scope.first(
    sql<{ remaining: bigint | null }>`select remaining from ${scope.rows(mapping.table)} as r
      where r.id = ${id} and ${isOfKind(mapping)}`,
  );
  return debt ? formatDecimal(debt.remaining ?? 0n) : null;
}

/** Reads who paid, where that was said, and the family whose debts remain (decision 142). */
async function familyOfPayer(scope: BranchScope, payer: unknown) {
  const id = idIn(payer);
  const student = id === undefined ? undefined : await readStudent(scope, id);
  return student && { student, members: (await familyOf(scope, student)).map((member) => member.id) };
}

async function studentsOf(scope: BranchScope, ids: readonly bigint[]) {
  const students = await scope.all(sql<{ id: bigint; name: string }>`
    select id, name, phone, father_phone, mother_phone from ${scope.rows('student')} as r
    where id = any(${ids.map(String)}::bigint[]) order by id`);
  return students.map((student) => ({ ...student, id: String(student.id) }));
}

/** Returns what remains of all debts of these students, in piastres. */
async function remainingOfStudents(scope: BranchScope, ids: readonly bigint[]): Promise<bigint> {
  const owed = (table: 'enrolment' | 'book_payout') => sql`(select coalesce(sum(remaining), 0)
    from ${scope.rows(table)} as r where r.student_id = any(${ids.map(String)}::bigint[]) and r.remaining > 0)`;
  const found = await scope.first(
    sql<{ remaining: bigint }>`select (${owed('enrolment')} + ${owed('book_payout')})::bigint as remaining`,
  );
  return found?.remaining ?? 0n;
}

async function nameOfUser(scope: BranchScope, id: bigint | undefined): Promise<string | null> {
  if (id === undefined) return null;
  const found = await scope.first(
    sql<{ name: string }>`select first_name || ' ' || last_name as name
      from ${scope.rows('app_user')} as author where id = ${id}`,
  );
  return found?.name ?? null;
}

/** Counts the prints of a receipt. */
async function countPrints(scope: BranchScope, what: ReceiptSubject, id: bigint): Promise<number> {
  const found = await scope.first(
    sql<{ count: number }>`select count(*)::integer as count
      from ${scope.rows('receipt_print')} as print where what = ${what} and record_id = ${id}`,
  );
  return found?.count ?? 0;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * Reads the receipt of a payment or collection as it is now. A payment that is part of a collection answers the whole, since both are
 * one paper; what was cancelled stays on it as a line of its own (decisions 52 and 55).
 * @throws {HttpError} 404 if the branch never had it
 */
export async function readReceipt(scope: BranchScope, resource: ReceiptSubject, id: bigint) {
  const head = await headOf(scope, resource, id);
  const { values } = head;
  const ids = [...new Set(head.lines.flatMap(({ record }) => idIn(record.student) ?? []))];
  const family = await familyOfPayer(scope, values.payer);
  const lines: (Line & { readonly remaining: string | null })[] = [];
  for (const line of head.lines) lines.push({ ...line, remaining: await remainingOf(scope, line) });
  const paid = lines
    .filter(({ cancelled }) => !cancelled)
    .map(({ record }) => parsePiastres(String(record.paid_amount)));
  return {
    resource: head.resource,
    id: head.id,
    receipt_number: textOrNull(values.receipt_number),
    custom_date: textOrNull(values.custom_date),
    created_at: values.created_at,
    taken_by: await nameOfUser(scope, idIn(values.recorded_by)),
    students: await studentsOf(scope, ids),
    payer: family ? { id: String(family.student.id), name: family.student.name } : null,
    lines,
    total: formatDecimal(sum(paid)),
    remaining: formatDecimal(await remainingOfStudents(scope, [...ids, ...(family?.members ?? [])])),
    prints: await countPrints(scope, head.resource, BigInt(head.id)),
  };
}
