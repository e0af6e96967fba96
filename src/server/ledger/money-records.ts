import { type RawBuilder, sql } from 'kysely';
import type { MoneyRecord, SpendingRecord } from '#contract/ledger/entries.ts';
import type { Piastres } from '#contract/money.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';

/** Tables whose rows say something about money. */
export const moneyTables = [
  'enrolment',
  'book_payout',
  'refund',
  'withdrawal',
  'book_return',
  'expense',
  'book_order',
  'salary',
  'advance',
] as const;
export type MoneyTable = (typeof moneyTables)[number];

/** Of every table. */
interface Row {
  readonly id: bigint;
  readonly resource: ResourceName;
  /** yyyy-MM-dd, the stored day. */
  readonly day: string;
  readonly month_id: bigint | null;
}

interface PaidRow extends Row {
  readonly created_by: bigint;
  readonly payment_method: string;
  readonly payment_reference: string | null;
}

interface PayableRow extends PaidRow {
  readonly related_id: bigint | null;
  readonly student_id: bigint;
  readonly price: Piastres | null;
  readonly list_price: Piastres | null;
  readonly discount: Piastres | null;
  readonly paid_amount: Piastres;
  readonly collection_id: bigint | null;
  readonly is_imported: boolean;
  readonly used_credit: readonly (readonly [student: string, amount: string])[];
}

interface RefundRow extends PaidRow {
  readonly payable: bigint | null;
  readonly student_id: bigint;
  readonly amount: Piastres;
  readonly forgive: boolean;
}

interface ForgivingRow extends Row {
  readonly payable: bigint;
  readonly student_id: bigint;
  readonly amount: Piastres;
}

interface SpendingRow extends PaidRow {
  readonly amount: Piastres;
  readonly from_drawer: boolean;
  readonly employee_id: bigint | null;
  readonly category: string | null;
}

const idOf = (id: bigint | null) => (id === null ? null : String(id));

const commonOf = ({ id, resource, day, month_id }: Row) => ({
  resource,
  id: String(id),
  day,
  month: idOf(month_id),
});

const paidOf = (row: PaidRow) => ({
  ...commonOf(row),
  recordedBy: String(row.created_by),
  method: row.payment_method,
  reference: row.payment_reference,
});

const payableOf = (row: PayableRow): MoneyRecord => ({
  source: 'payable',
  ...paidOf(row),
  pays: idOf(row.related_id),
  student: String(row.student_id),
  price: row.price,
  listPrice: row.list_price,
  discount: row.discount ?? 0n,
  paid: row.paid_amount,
  collection: idOf(row.collection_id),
  isImported: row.is_imported,
  usedCredit: row.used_credit.map(([student, amount]) => ({ student, amount: BigInt(amount) })),
});

const refundOf = (row: RefundRow): MoneyRecord => ({
  source: 'refund',
  ...paidOf(row),
  payable: idOf(row.payable),
  student: String(row.student_id),
  amount: row.amount,
  forgives: row.forgive,
});

const forgivingOf = (row: ForgivingRow): MoneyRecord => ({
  source: 'forgiving',
  ...commonOf(row),
  payable: String(row.payable),
  student: String(row.student_id),
  amount: row.amount,
});

const spendingOf =
  (type: SpendingRecord['type']) =>
  (row: SpendingRow): MoneyRecord => ({
    source: 'spending',
    type,
    ...paidOf(row),
    amount: row.amount,
    fromDrawer: row.from_drawer,
    employee: idOf(row.employee_id),
    category: row.category,
  });

const stored = sql`r.id, r.effective_date::text as day, r.month_id`;
const paid = sql`${stored}, r.created_by, r.payment_method, r.payment_reference`;

/** Whose credit paid a record is known by its first movements; a merged student's is that of who stays. */
const usedCredit = (scope: BranchScope, table: MoneyTable) => sql`
  (select coalesce(json_agg(json_build_array(coalesce(merge.student_id, used.credit_of)::text, used.amount::text) order by used.id), '[]')
    from ${scope.rows('movement')} as used
      left join ${scope.rows('student_merge')} as merge on merge.merged_id = used.credit_of
    where used.source = ${table} and used.record_id = r.id and used.type = 'credit_payment' and used.reverses is null
      and not exists (select from ${scope.rows('movement')} as earlier
        where earlier.source = ${table} and earlier.record_id = r.id and earlier.reverses is not null and earlier.id < used.id)) as used_credit`;

/** How the rows of a table are read, and become what the contract knows. */
interface Reader {
  readonly select: (scope: BranchScope) => RawBuilder<unknown>;
  readonly recordOf: (row: never) => MoneyRecord;
}

function readerOf<R extends Row>(
  select: (scope: BranchScope) => RawBuilder<R>,
  recordOf: (row: R) => MoneyRecord,
): Reader {
  return { select, recordOf };
}

const spending = (
  table: 'expense' | 'book_order' | 'salary' | 'advance',
  type: SpendingRecord['type'],
  columns: RawBuilder<unknown>,
): Reader =>
  readerOf(
    (
      scope,
    ) => sql<SpendingRow>`select ${sql.lit(table.replaceAll('_', '-'))}::text as resource, ${paid}, r.from_drawer, ${columns}
      from ${scope.rows(table)} as r`,
    spendingOf(type),
  );

const ofEmployee = sql`r.amount, r.employee_id, null as category`;

const readers: Readonly<Record<MoneyTable, Reader>> = {
  enrolment: readerOf(
    (
      scope,
    ) => sql<PayableRow>`select r.kind as resource, ${paid}, r.related_id, r.student_id, r.price, r.list_price, r.discount,
      r.paid_amount, r.collection_id, r.import_id is not null as is_imported, ${usedCredit(scope, 'enrolment')}
      from ${scope.rows('enrolment')} as r`,
    payableOf,
  ),
  book_payout: readerOf(
    (
      scope,
    ) => sql<PayableRow>`select 'book-payout' as resource, ${paid}, r.related_id, r.student_id, r.price, null::bigint as list_price,
      null::bigint as discount, r.paid_amount, r.collection_id, false as is_imported, ${usedCredit(scope, 'book_payout')}
      from ${scope.rows('book_payout')} as r`,
    payableOf,
  ),
  refund: readerOf(
    (
      scope,
    ) => sql<RefundRow>`select r.resource, ${paid}, coalesce(r.enrolment_id, r.book_payout_id) as payable, r.student_id, r.amount,
      r.forgive from ${scope.rows('refund')} as r`,
    refundOf,
  ),
  withdrawal: readerOf(
    (
      scope,
    ) => sql<ForgivingRow>`select r.id, of.kind as resource, r.left_on::text as day, null::bigint as month_id,
      r.enrolment_id as payable, of.student_id, r.forgiven as amount
      from ${scope.rows('withdrawal')} as r join ${scope.rows('enrolment')} as of on of.id = r.enrolment_id`,
    forgivingOf,
  ),
  book_return: readerOf(
    (
      scope,
    ) => sql<ForgivingRow>`select r.id, 'book-payout' as resource, r.custom_date::text as day, null::bigint as month_id,
      r.book_payout_id as payable, of.student_id, r.forgiven as amount
      from ${scope.rows('book_return')} as r join ${scope.rows('book_payout')} as of on of.id = r.book_payout_id`,
    forgivingOf,
  ),
  expense: spending('expense', 'expense', sql`r.amount, null::bigint as employee_id, r.category`),
  book_order: spending(
    'book_order',
    'order_payment',
    sql`r.paid_amount as amount, null::bigint as employee_id, null as category`,
  ),
  salary: spending('salary', 'salary', ofEmployee),
  advance: spending('advance', 'advance', ofEmployee),
};

const bigintIn = (value: unknown): bigint => BigInt(String(value));
const bigintOrNull = (value: unknown) => (value === null || value === undefined ? null : bigintIn(value));
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

const paidColumns = (row: ColumnValues): Omit<PaidRow, 'resource'> => ({
  id: bigintIn(row.id),
  day: String(row.effective_date),
  month_id: bigintOrNull(row.month_id),
  created_by: bigintIn(row.created_by),
  payment_method: String(row.payment_method),
  payment_reference: textOrNull(row.payment_reference),
});

const payableIn = (row: ColumnValues, resource: unknown) =>
  payableOf({
    ...paidColumns(row),
    resource: resource as ResourceName,
    related_id: bigintOrNull(row.related_id),
    student_id: bigintIn(row.student_id),
    price: bigintOrNull(row.price),
    list_price: bigintOrNull(row.list_price),
    discount: bigintOrNull(row.discount),
    paid_amount: bigintIn(row.paid_amount),
    collection_id: bigintOrNull(row.collection_id),
    is_imported: bigintOrNull(row.import_id) !== null,
    used_credit: [],
  });

const spendingIn = (type: SpendingRecord['type'], resource: ResourceName) => (row: ColumnValues) =>
  spendingOf(type)({
    ...paidColumns(row),
    resource,
    amount: bigintIn(row.amount ?? row.paid_amount),
    from_drawer: row.from_drawer === true,
    employee_id: bigintOrNull(row.employee_id),
    category: textOrNull(row.category),
  });

/** Of tables whose rows say everything themselves. Whose credit paid is not in the row. */
const fromRows: Readonly<Partial<Record<MoneyTable, (row: ColumnValues) => MoneyRecord>>> = {
  enrolment: (row) => payableIn(row, row.kind),
  book_payout: (row) => payableIn(row, 'book-payout'),
  refund: (row) =>
    refundOf({
      ...paidColumns(row),
      resource: String(row.resource) as ResourceName,
      payable: bigintOrNull(row.enrolment_id ?? row.book_payout_id),
      student_id: bigintIn(row.student_id),
      amount: bigintIn(row.amount),
      forgive: row.forgive === true,
    }),
  expense: spendingIn('expense', 'expense'),
  book_order: spendingIn('order_payment', 'book-order'),
  salary: spendingIn('salary', 'salary'),
  advance: spendingIn('advance', 'advance'),
};

/** From the row of a statement that wrote it; undefined where it must be read. */
export function moneyRecordIn(table: MoneyTable, row: ColumnValues): MoneyRecord | undefined {
  const isByCredit = table !== 'refund' && row.payment_method === CREDIT;
  return isByCredit ? undefined : fromRows[table]?.(row);
}

/** By id. A deleted row is missing. */
export async function readMoneyRecords(
  scope: BranchScope,
  table: MoneyTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MoneyRecord>> {
  const { select, recordOf } = readers[table];
  const rows = await scope.all(sql`${select(scope)} where r.id = any(${ids}::bigint[])` as RawBuilder<never>);
  return new Map(rows.map((row) => recordOf(row)).map((record) => [record.id, record]));
}
