import { type RawBuilder, sql } from 'kysely';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { printBody, type ReceiptSubject, receiptSubjectOf } from '#contract/receipts.ts';
import { RECEIPT_PRINT } from '#contract/resource-names.ts';
import type { WriteAnswer } from '#contract/writes/answer.ts';
import { readCollection } from '#server/collections/collection-reader.ts';
import { branchNameAt } from '#server/db/branch-name.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseId, parseRecordId, phoneColumns, requireId } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { familyOf, readStudent } from '#server/families/families.ts';
import { appendHistory } from '#server/history/history.ts';
import { owedBy } from '#server/ledger/debts.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict, notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { listOfRows } from '#server/records/list-reader.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { isOfKind } from '#server/records/record-columns.ts';
import { readRecord, type WireRecord } from '#server/records/record-reader.ts';

/** Of one receipt: a device that prints in a loop fills no history. */
const MOST_COPIES = 100;

interface PrintRow {
  readonly id: bigint;
  readonly resource: string;
  readonly record_id: string;
  readonly copy: number;
  readonly printed_at: Date | string;
}

const wirePrint = ({ id, resource, record_id, copy, printed_at }: PrintRow) => ({
  id: String(id),
  resource,
  record: record_id,
  copy,
  printed_at: new Date(printed_at).toISOString(),
});

/** Its prints are counted one after the other. Undefined if the branch never had it. */
async function lockSubject(
  scope: BranchScope,
  resource: ReceiptSubject,
  id: string,
): Promise<{ readonly number: string | null } | undefined> {
  if (!isResource(resource)) {
    // Book payouts come first, as for the collection itself.
    for (const table of ['book_payout', 'enrolment'] as const)
      await scope.all(
        sql`select id from ${scope.rows(table)} as r where collection_id = ${id} order by id for no key update`,
      );
    return scope.first(
      sql<{ number: string }>`select receipt_number as number from ${scope.rows('collection')} as r
        where id = ${id} for no key update`,
    );
  }
  const mapping = tableOf(resource);
  const stored = await scope.first(
    sql<{ number: string | null }>`select receipt_number as number from ${scope.rows(mapping.table)} as r
      where r.id = ${id} and ${isOfKind(mapping)} for no key update`,
  );
  return (
    stored ??
    scope.first(sql<{ number: string | null }>`
      select before ->> 'receipt_number' as number from ${scope.rows('history')} as entry
        where ${isCancelled(scope)} and resource = ${resource} and record_id = ${id} for no key update`)
  );
}

export async function recordPrint(scope: BranchScope, body: unknown): Promise<WriteAnswer> {
  const { resource, record, printed_at } = parseBody(printBody, body);
  // The branch before its rows, in the order of every write of money.
  await lockMonthShared(scope);
  const id = parseRecordId(record);
  const subject = id === undefined ? undefined : await lockSubject(scope, resource, id);
  if (id === undefined || !subject) throw badField('record', messages.missingRecord);
  const printedAt = printed_at === undefined ? scope.now : new Date(printed_at);
  // The subject is locked, so no other print takes the number.
  const { copy } = await scope.one(sql<{ copy: number }>`
    select coalesce(max(copy), 0) + 1 as copy from ${scope.rows('receipt_print')} as earlier
      where resource = ${resource} and record_id = ${id}`);
  const row = await scope.insert(
    'receipt_print',
    {
      resource,
      record_id: id,
      copy,
      printed_at: printedAt > scope.now ? scope.now : printedAt,
      created_at: scope.now,
      created_by: scope.userId,
    },
    sql<PrintRow>`returning id, resource, record_id, copy, printed_at`,
  );
  if (!row) throw new Error('insert into receipt_print returned no row');
  if (row.copy > MOST_COPIES) throw conflict(messages.copiesFull({ limit: MOST_COPIES }));
  const after = wirePrint(row);
  await appendHistory(scope, {
    resource: RECEIPT_PRINT,
    id: after.id,
    title: messages.printTitle({ receipt: subject.number, copy: row.copy }),
    month: null,
    action: 'created',
    after,
  });
  return { records: [{ resource: RECEIPT_PRINT, record: after }] };
}

export async function readPrint(scope: BranchScope, id: string) {
  const row = await scope.first(sql<PrintRow>`
    select id, resource, record_id, copy, printed_at from ${scope.rows('receipt_print')} as print
    where id = ${requireId(id)}`);
  if (!row) throw notFound();
  return wirePrint(row);
}

/** A payment that was deleted after its receipt was printed, as the history keeps it. */
interface CancelledRow {
  readonly id: bigint;
  readonly resource: string;
  readonly record: WireRecord;
  readonly reason: string;
  readonly at: Date | string;
  readonly by: string;
}

const isCancelled = (
  scope: BranchScope,
) => sql`action = 'deleted' and resource = any(${collectionResources}) and exists (
  select from ${scope.rows('receipt_print')} as print
  where (print.resource = entry.resource and print.record_id = entry.record_id::uuid)
    or (print.resource = 'collection' and print.record_id = (entry.before ->> 'collection')::uuid))`;

const studentOfEntry = sql`(entry.before ->> 'student')::uuid`;

/** As they were, but of the student who stays if theirs was merged (decision 106). */
const selectCancelled = (scope: BranchScope, where: RawBuilder<unknown>, rest = sql``) =>
  sql<CancelledRow>`select id, resource, coalesce(note, '') as reason, at, user_name as by,
      before::jsonb || coalesce((select jsonb_build_object('student', merge.student_id::text)
        from ${scope.rows('student_merge')} as merge where merge.merged_id = ${studentOfEntry}), '{}') as record
    from ${scope.rows('history')} as entry where ${isCancelled(scope)} and ${where} order by id desc ${rest}`;

const isOfStudent = (scope: BranchScope, id: string) => sql`${studentOfEntry} = any(array(
  select ${id}::uuid union all
  select merged_id from ${scope.rows('student_merge')} as merge where merge.student_id = ${id}))`;

const cancellationOf = ({ at, by, reason }: CancelledRow) => ({
  at: new Date(at).toISOString(),
  by,
  reason,
});

function wireCancelled(row: CancelledRow) {
  const { id, resource, record } = row;
  return {
    id: String(id),
    resource,
    record,
    receipt_number: record.receipt_number ?? null,
    paid_amount: record.paid_amount,
    cancelled: cancellationOf(row),
  };
}

function conditionOf(
  scope: BranchScope,
  { resource, student }: Readonly<Record<string, unknown>>,
): RawBuilder<unknown> {
  const isNamed = (value: unknown) => typeof value === 'string' && value !== '';
  const known = collectionResources.some((one) => one === resource);
  const id = isNamed(student) ? parseRecordId(String(student)) : undefined;
  const conditions = [
    sql`true`,
    ...(isNamed(resource) ? [known ? sql`resource = ${resource}` : sql`false`] : []),
    ...(isNamed(student) ? [id === undefined ? sql`false` : isOfStudent(scope, id)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** Newest first, of the branch, a resource or a student (decision 55). A merge changes whose they are. */
export const cancelledList = listOfRows({
  count: (scope, query) =>
    scope.count(
      sql`from ${scope.rows('history')} as entry where ${isCancelled(scope)} and ${conditionOf(scope, query)}`,
    ),
  select: (scope, query, limit) => selectCancelled(scope, conditionOf(scope, query), limit),
  wire: wireCancelled,
});

type Draft = Readonly<Record<string, unknown>>;

interface Line {
  readonly resource: CollectionResource;
  readonly record: Draft & { readonly id: string };
  readonly cancelled: ReturnType<typeof cancellationOf> | null;
}

interface Head {
  readonly resource: ReceiptSubject;
  readonly id: string;
  readonly values: Draft;
  readonly lines: readonly Line[];
}

const isResource = (name: unknown): name is CollectionResource =>
  collectionResources.some((one) => one === name);

const cancelledLine = (row: CancelledRow): Line[] =>
  isResource(row.resource)
    ? [{ resource: row.resource, record: row.record, cancelled: cancellationOf(row) }]
    : [];

async function headOfCollection(
  scope: BranchScope,
  { resource, id }: Pick<Head, 'resource' | 'id'>,
): Promise<Head> {
  const { records, ...values } = await readCollection(scope, id);
  const paid = records.map((line): Line => ({ ...line, cancelled: null }));
  const gone = await scope.all(selectCancelled(scope, sql`before ->> 'collection' = ${id}`));
  return { resource, id, values, lines: [...paid, ...gone.flatMap(cancelledLine)] };
}

async function headOf(scope: BranchScope, resource: ReceiptSubject, id: string): Promise<Head> {
  if (!isResource(resource)) return headOfCollection(scope, { resource, id });
  const stored = await readRecord(scope, tableOf(resource), id);
  const gone = stored
    ? []
    : await scope.all(selectCancelled(scope, sql`resource = ${resource} and record_id = ${id}`));
  const [line] = stored ? [{ resource, record: stored, cancelled: null }] : gone.flatMap(cancelledLine);
  if (!line) throw notFound();
  const { collection } = line.record;
  if (typeof collection === 'string')
    return headOfCollection(scope, receiptSubjectOf({ resource, id, collection }));
  return { resource, id, values: line.record, lines: [line] };
}

const idIn = (value: unknown) => (typeof value === 'string' ? parseRecordId(value) : undefined);

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

/** The payer if there is one, and the family whose debts remain (decision 142). */
async function familyOfPayer(scope: BranchScope, payer: unknown) {
  const id = idIn(payer);
  const student = id === undefined ? undefined : await readStudent(scope, id);
  return student && { student, members: (await familyOf(scope, student)).map((member) => member.id) };
}

async function studentsOf(scope: BranchScope, ids: readonly string[]) {
  return await scope.all(sql<{ id: string; name: string }>`
    select id, name, ${phoneColumns('r')} from ${scope.rows('student')} as r
    where id = any(${ids}::uuid[]) order by id`);
}

interface Printed {
  readonly prints: number;
  /** At the first print. */
  readonly branch: string | null;
  readonly taken_by: string | null;
}

function readPrinted(scope: BranchScope, { resource, id, values }: Head): Promise<Printed> {
  const prints = sql`from ${scope.rows('receipt_print')} as print where resource = ${resource} and record_id = ${id}`;
  const recordedBy = typeof values.recorded_by === 'string' ? parseId(values.recorded_by) : undefined;
  return scope.one(sql<Printed>`
    select (select count(*)::int ${prints}) as prints,
      (select ${branchNameAt(scope, sql`print.printed_at`)} ${prints} and copy = 1) as branch,
      person_name(${scope.branchId}, ${recordedBy ?? null}) as taken_by`);
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** A payment of a collection answers the collection. Cancelled payments stay on it (decisions 52 and 55). */
export async function readReceipt(scope: BranchScope, resource: ReceiptSubject, id: string) {
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
    day: textOrNull(values.day) ?? undefined,
    created_at: values.created_at,
    students: await studentsOf(scope, ids),
    payer: family ? { id: String(family.student.id), name: family.student.name } : null,
    lines,
    total: formatDecimal(sum(paid)),
    remaining: formatDecimal(await owedBy(scope, [...ids, ...(family?.members ?? [])])),
    ...(await readPrinted(scope, head)),
  };
}
