import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { dayOf } from '#contract/days.ts';
import type { CashMoveRecord, MoneyRecord, SpendingRecord } from '#contract/ledger/entries.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';

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
  'cash_move',
  'drawer_close',
] as const;
export type MoneyTable = (typeof moneyTables)[number];

const isMissing = (value: unknown) => value === null || value === undefined;
const bigintIn = (value: unknown): bigint => BigInt(String(value));
const bigintOrNull = (value: unknown) => (isMissing(value) ? null : bigintIn(value));
const textOrNull = (value: unknown) => (isMissing(value) ? null : String(value));

const commonIn = (row: ColumnValues, resource: unknown, day: unknown) => ({
  resource: String(resource) as ResourceName,
  id: String(row.id),
  day: String(day),
  month: textOrNull(row.month_id),
});

const paidIn = (row: ColumnValues, resource: unknown) => ({
  ...commonIn(row, resource, row.effective_date),
  recordedBy: String(row.created_by),
  method: String(row.payment_method),
  reference: textOrNull(row.payment_reference),
});

const usedCreditIn = z.array(z.tuple([z.string(), z.string()])).default([]);

const payableIn = (row: ColumnValues, resource: unknown): MoneyRecord => ({
  source: 'payable',
  ...paidIn(row, resource),
  pays: textOrNull(row.related_id),
  student: String(row.student_id),
  price: bigintOrNull(row.price),
  listPrice: bigintOrNull(row.list_price),
  discount: bigintOrNull(row.discount) ?? 0n,
  paid: bigintIn(row.paid_amount),
  collection: textOrNull(row.collection_id),
  isImported: !isMissing(row.import_id),
  usedCredit: usedCreditIn
    .parse(row.used_credit)
    .map(([student, amount]) => ({ student, amount: BigInt(amount) })),
});

const refundIn = (row: ColumnValues): MoneyRecord => ({
  source: 'refund',
  ...paidIn(row, row.resource),
  payable: textOrNull(row.enrolment_id ?? row.book_payout_id),
  student: String(row.student_id),
  amount: bigintIn(row.amount),
  forgives: row.forgive === true,
});

const forgivingIn = (row: ColumnValues, resource: unknown, payable: unknown): MoneyRecord => ({
  source: 'forgiving',
  ...commonIn(row, resource, row.effective_date),
  payable: String(payable),
  student: String(row.student_id),
  amount: bigintIn(row.forgiven),
});

const spendingIn =
  (type: SpendingRecord['type'], resource: ResourceName) =>
  (row: ColumnValues): MoneyRecord => ({
    source: 'spending',
    type,
    ...paidIn(row, resource),
    amount: bigintIn(row.amount ?? row.paid_amount),
    fromDrawer: row.from_drawer === true,
    category: textOrNull(row.category),
  });

const cashMoveIn = (row: ColumnValues): MoneyRecord => ({
  source: 'cash-move',
  ...commonIn(row, 'cash-move', row.effective_date),
  way: String(row.way) as CashMoveRecord['way'],
  amount: bigintIn(row.amount),
  drawer: String(row.drawer),
  recordedBy: String(row.created_by),
  reference: textOrNull(row.slip),
  close: textOrNull(row.close_id),
});

/** The first float of a drawer is cash that was brought. */
const closeIn = (row: ColumnValues, { calendar }: BranchScope): MoneyRecord => ({
  source: 'close',
  ...commonIn(row, 'cash-move', dayOf(new Date(String(row.created_at)), calendar)),
  drawer: String(row.user_id),
  recordedBy: String(row.user_id),
  float: isMissing(row.previous_id) ? bigintIn(row.float) : null,
});

/** Whose credit paid a record is known by its first movements; a merged student's is that of who stays. */
const usedCredit = (scope: BranchScope, table: MoneyTable) => sql`, (
  select coalesce(json_agg(json_build_array(coalesce(merge.student_id, used.credit_of)::text, used.amount::text) order by used.id), '[]')
  from ${scope.rows('movement')} as used
    left join ${scope.rows('student_merge')} as merge on merge.merged_id = used.credit_of
  where used.source = ${table} and used.record_id = r.id and used.type = 'credit_payment' and used.reverses is null
    and not exists (select from ${scope.rows('movement')} as earlier
      where earlier.source = ${table} and earlier.record_id = r.id and earlier.reverses is not null and earlier.id < used.id)) as used_credit`;

interface Reader {
  readonly recordOf: (row: ColumnValues, scope: BranchScope) => MoneyRecord;
  readonly more?: (scope: BranchScope) => RawBuilder<unknown>;
  readonly needsMore?: (row: ColumnValues) => boolean;
}

const isByCredit = (row: ColumnValues) => row.payment_method === CREDIT;

const readers: Readonly<Record<MoneyTable, Reader>> = {
  enrolment: {
    recordOf: (row) => payableIn(row, row.kind),
    more: (scope) => usedCredit(scope, 'enrolment'),
    needsMore: isByCredit,
  },
  book_payout: {
    recordOf: (row) => payableIn(row, 'book-payout'),
    more: (scope) => usedCredit(scope, 'book_payout'),
    needsMore: isByCredit,
  },
  refund: { recordOf: refundIn },
  withdrawal: {
    recordOf: (row) => forgivingIn(row, row.kind, row.enrolment_id),
    more: (scope) => sql`,
      (select kind from ${scope.rows('enrolment')} as of where of.id = r.enrolment_id) as kind,
      (select student_id from ${scope.rows('enrolment')} as of where of.id = r.enrolment_id) as student_id`,
    needsMore: () => true,
  },
  book_return: {
    recordOf: (row) => forgivingIn(row, 'book-payout', row.book_payout_id),
    more: (scope) => sql`,
      (select student_id from ${scope.rows('book_payout')} as of where of.id = r.book_payout_id) as student_id`,
    needsMore: () => true,
  },
  expense: { recordOf: spendingIn('expense', 'expense') },
  book_order: { recordOf: spendingIn('order_payment', 'book-order') },
  salary: { recordOf: spendingIn('salary', 'salary') },
  advance: { recordOf: spendingIn('advance', 'advance') },
  cash_move: { recordOf: cashMoveIn },
  drawer_close: { recordOf: closeIn },
};

/** From the row of a statement that wrote it; undefined where it must be read. */
export function moneyRecordIn(
  scope: BranchScope,
  table: MoneyTable,
  row: ColumnValues,
): MoneyRecord | undefined {
  const { recordOf, needsMore } = readers[table];
  return needsMore?.(row) ? undefined : recordOf(row, scope);
}

export async function readMoneyRecords(
  scope: BranchScope,
  table: MoneyTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MoneyRecord>> {
  const { recordOf, more } = readers[table];
  const rows = await scope.all(sql<ColumnValues>`
    select r.* ${more?.(scope) ?? sql``} from ${scope.rows(table)} as r where r.id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => recordOf(row, scope)).map((record) => [record.id, record]));
}
