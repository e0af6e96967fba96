import { sql } from 'kysely';
import { entriesOf, type MoneyRecord, type PayableRecord } from '#contract/ledger/entries.ts';
import { type Movement, movementsOf, type NewMovement } from '#contract/ledger/movements.ts';
import { isAskedAbout } from '#contract/ledger/rights.ts';
import type { BranchScope, ColumnValues, WriteListener, Written } from '#server/db/branch-scope.ts';
import { type MoneyTable, moneyRecordIn, moneyTables, readMoneyRecords } from './money-records.ts';
import { askBeforeCommit, noteDeleted } from './rights.ts';

const payables = ['enrolment', 'book_payout'] as const;
type Payable = (typeof payables)[number];

interface Records {
  readonly table: MoneyTable;
  readonly ids: readonly string[];
}

type StoredMovement = Movement & { readonly record: string };

/** Locked: a close of a drawer that counts them at the same time waits, or has counted them. */
const readMovements = (scope: BranchScope, { table, ids }: Records) =>
  scope.all(sql<StoredMovement>`
    select id::text, type, amount, reverses::text, resource, payable::text, student_id::text as student, credit_of::text as "creditOf",
      category, payment_method as method, payment_reference as reference, recorded_by::text as "recordedBy", holder::text,
      close_id::text as close, corrects, collection_id::text as collection, effective_date::text as day, month_id::text as month, record_id::text as record
    from ${scope.rows('movement')} as r
    where source = ${table} and record_id = any(${ids}::uuid[]) order by r.id for share`);

const columnsOf = (scope: BranchScope, table: MoneyTable, record: string, movement: NewMovement) => ({
  type: movement.type,
  amount: movement.amount,
  reverses: movement.reverses,
  resource: movement.resource,
  payable: movement.payable,
  student_id: movement.student,
  credit_of: movement.creditOf,
  category: movement.category,
  payment_method: movement.method,
  payment_reference: movement.reference,
  recorded_by: movement.recordedBy,
  holder: movement.holder,
  close_id: movement.close,
  corrects: movement.corrects,
  collection_id: movement.collection,
  effective_date: movement.day,
  month_id: movement.month,
  at: scope.now.toISOString(),
  made_by: scope.userId,
  approved_by: scope.approver?.userId ?? null,
  source: table,
  record_id: record,
});

type NewRow = ReturnType<typeof columnsOf>;
type MoneyRecords = ReadonlyMap<string, MoneyRecord>;

interface Known {
  readonly isNew?: boolean;
  readonly now?: MoneyRecords | undefined;
}

async function movementsFor(
  scope: BranchScope,
  { table, ids }: Records,
  { isNew = false, now }: Known = {},
): Promise<NewRow[]> {
  if (ids.length === 0) return [];
  const known = isNew ? [] : await readMovements(scope, { table, ids });
  const records = now ?? (await readMoneyRecords(scope, table, ids));
  return ids.flatMap((id) =>
    movementsOf(
      known.filter((movement) => movement.record === id),
      entriesOf(records.get(id)),
    ).map((movement) => columnsOf(scope, table, id, movement)),
  );
}

async function insertMovements(scope: BranchScope, movements: readonly NewRow[]): Promise<void> {
  if (movements.length === 0) return;
  const inserted = await scope.insertAll('movement', movements, sql<{ readonly id: bigint }>`returning id`);
  // A close has a right of its own, and its time for a second count. Its handover has its id.
  const closes = new Set(movements.map(({ close_id }) => close_id));
  if (movements.some((one) => !closes.has(one.record_id) && isAskedAbout(one)))
    askBeforeCommit(
      scope,
      inserted.map(({ id }) => id),
    );
}

const record = async (scope: BranchScope, records: Records, known: Known = {}) =>
  insertMovements(scope, await movementsFor(scope, records, known));

export async function recordUsedCredit(
  scope: BranchScope,
  table: Payable,
  id: string,
  usedCredit: PayableRecord['usedCredit'],
): Promise<void> {
  const ids = [id];
  const read = await readMoneyRecords(scope, table, ids);
  const now = new Map(
    [...read].map(([key, one]) => [key, one.source === 'payable' ? { ...one, usedCredit } : one]),
  );
  await record(scope, { table, ids }, { now });
}

/** The first float of a drawer, once its close is stored: SQL made it. */
export const recordClose = (scope: BranchScope, id: string): Promise<void> =>
  record(scope, { table: 'drawer_close', ids: [id] }, { isNew: true });

const idsOf = (rows: readonly ColumnValues[], name = 'id') => [
  ...new Set(
    rows.flatMap((row) => (row[name] === null || row[name] === undefined ? [] : [String(row[name])])),
  ),
];

const idsWhere = async (
  scope: BranchScope,
  table: MoneyTable,
  columns: readonly string[],
  ids: readonly string[],
) =>
  idsOf(
    await scope.all<ColumnValues>(sql`
      select id from ${scope.rows(table)} as r
      where ${sql.join(
        columns.map((column) => sql`${sql.ref(column)} = any(${ids}::uuid[])`),
        sql` or `,
      )} order by id`),
  );

/** Payments, refunds and the like follow their payables to another student by foreign keys. In one statement: none is short of credit. */
async function recordFollowers(scope: BranchScope, table: Payable, ids: readonly string[]): Promise<void> {
  const column = `${table}_id`;
  const left = table === 'enrolment' ? 'withdrawal' : 'book_return';
  const movements = [
    ...(await movementsFor(scope, { table, ids: await idsWhere(scope, table, ['id', 'related_id'], ids) })),
    ...(await movementsFor(scope, { table: 'refund', ids: await idsWhere(scope, 'refund', [column], ids) })),
    ...(await movementsFor(scope, { table: left, ids: await idsWhere(scope, left, [column], ids) })),
  ];
  await insertMovements(scope, movements);
}

/** Payments by the credit of a student who was merged, or whose merge is undone. */
async function recordMerged(scope: BranchScope, student: string): Promise<void> {
  for (const table of payables) {
    const paid =
      await scope.all<ColumnValues>(sql`select distinct record_id from ${scope.rows('movement')} as r
      where credit_of = ${student} and source = ${table} and type = 'credit_payment'`);
    await record(scope, { table, ids: idsOf(paid, 'record_id') });
  }
}

/** The month of records that waited for one; it is the only column that changes so. */
const assignMonth = (scope: BranchScope, { table, ids }: Records, month: unknown) =>
  scope.update('movement', sql`source = ${table} and record_id = any(${ids}::uuid[]) and month_id is null`, {
    month_id: month,
  });

async function takeBackFollowers(scope: BranchScope, table: Payable, ids: readonly string[]): Promise<void> {
  const left = await scope.all(sql<{ source: MoneyTable; record_id: string }>`
    select distinct source, record_id from ${scope.rows('movement')} as r
    where payable = any(${ids}::uuid[]) and (resource = 'book-payout') = ${table === 'book_payout'} and source <> ${table}`);
  for (const { source, record_id } of left) await record(scope, { table: source, ids: [record_id] });
}

function after(scope: BranchScope, table: MoneyTable, { action, rows }: Written): MoneyRecords | undefined {
  if (action === 'deleted') return new Map();
  const records = rows.flatMap((row) => moneyRecordIn(scope, table, row) ?? []);
  return records.length < rows.length ? undefined : new Map(records.map((one) => [one.id, one]));
}

async function written(scope: BranchScope, write: Written): Promise<void> {
  const { table, action, rows, columns } = write;
  if (table === 'student_merge') {
    if (action === 'changed' && !columns.includes('student_id')) return;
    for (const id of idsOf(rows, 'merged_id')) await recordMerged(scope, id);
    return;
  }
  const source = moneyTables.find((name) => name === table);
  if (!source) return;
  const ids = idsOf(rows);
  if (action === 'deleted') noteDeleted(scope, source, rows);
  const payable = payables.find((name) => name === source);
  const [only] = columns;
  if (action === 'changed' && columns.length === 1 && only === 'month_id')
    await assignMonth(scope, { table: source, ids }, rows[0]?.month_id);
  else if (action === 'changed' && columns.includes('student_id') && payable)
    await recordFollowers(scope, payable, ids);
  else
    await record(
      scope,
      { table: source, ids },
      { isNew: action === 'inserted', now: after(scope, source, write) },
    );
  if (action === 'deleted' && payable) await takeBackFollowers(scope, payable, ids);
}

/** Keeps the ledger: whoever writes a record of money writes its movements, in the same transaction. */
export const ledger: WriteListener = { tables: new Set([...moneyTables, 'student_merge']), written };
