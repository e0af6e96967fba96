import pg from 'pg';
import { advanceSequences, storedTables } from '#server/store/backup/backup-tables.ts';
import { withoutConstraints } from '#server/store/backup/restore-backup.ts';
import { BranchScope } from '#server/store/branch-scope.ts';
import { connect } from '#server/store/connect.ts';
import { cashOf, readSums } from '#server/store/months/figures.ts';
import { recount } from '../../server/api/recount.ts';
import { drawers } from './branch-drawers.ts';
import { clockOf, otherPaymentsOf, receiptsOf } from './branch-payments.ts';
import { insertPeople } from './branch-people.ts';
import type { BranchSize } from './branch-size.ts';

/** Number of server connections; each may write its own shard. */
const SHARDS = 10;

/** Fills the first branch of an empty database by SQL, with the same result as through the server. */
export async function fillBranch(settings: pg.PoolConfig, size: BranchSize): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query('begin');
    const tables = (await storedTables(client)).filter(
      ({ name }) => !['branch', 'app_user', 'history'].includes(name),
    );
    await withoutConstraints(client, tables, () => insertAll(client, size));
    for (const { name, columns } of tables) {
      for (const column of columns.filter(({ identity }) => identity)) {
        await advanceSequences(client, { table: name, column: column.name, last: undefined, leap: 0 });
      }
    }
    await client.query('commit');
    await keepFigures(client, settings, size);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    await requireTally(client);
  } finally {
    await client.end();
  }
}

async function insertAll(client: pg.Client, size: BranchSize): Promise<void> {
  await client.query("set local work_mem = '256MB'; set local jit = off; select setseed(0.5)");
  for (const statement of clockOf(size)) await client.query(statement);
  await insertPeople(client, size);
  await client.query(`insert into student_counter values (1, ${size.students})`);
  for (const statement of [...receiptsOf(size), ...otherPaymentsOf(size), ...drawers])
    await client.query(statement);
  await fillTally(client, size);
  await fillStudents(client);
  await client.query('select fill_debts()');
}

/** Inserts the tally: one row per group for ended months, one per connection for the rest. */
async function fillTally(client: pg.Client, { months }: BranchSize): Promise<void> {
  const { rows } = await client.query<{ entry: string; of: string }>(
    `select p.oid::regproc::text as entry, p.proargtypes[0]::regtype::text as of from pg_proc p
     where p.prorettype = 'tally_entry'::regtype and p.pronargs = 2`,
  );
  const entries = rows.map(({ entry, of }) => `select (${entry}(it, 1)).* from ${of} it`).join(' union all ');
  await client.query(
    `insert into tally (branch_id, what, month_id, bucket, shard, rows, paid, debt, owing, price)
     select branch_id, what, month_id, date_trunc('month', day)::date, 0, sum(rows), sum(paid), sum(debt), sum(owing), sum(price)
     from (${entries}) as entry group by 1, 2, 3, 4`,
  );
  await client.query(
    `insert into tally (branch_id, what, month_id, bucket, shard, rows, paid, debt)
     select branch_id, what, month_id, bucket, n, 0, 0, 0 from tally, generate_series(1, ${SHARDS - 1}) n
     where month_id in (0, ${months})`,
  );
  await client.query(
    `insert into income_day (branch_id, month_id, day, shard, paid)
     select branch_id, month_id, day, 0, sum(paid) from (${entries}) as entry
     where month_id <> 0 and is_income(what) group by 1, 2, 3`,
  );
  await client.query(
    `insert into income_day (branch_id, month_id, day, shard, paid)
     select branch_id, month_id, day, n, 0 from income_day, generate_series(1, ${SHARDS - 1}) n where month_id = ${months}`,
  );
  await client.query(
    `insert into tally_total (branch_id, what, shard, rows, paid, debt, owing, price)
     select branch_id, what, shard, sum(rows), sum(paid), sum(debt), sum(owing), sum(price) from tally group by 1, 2, 3`,
  );
}

/** Sets the record counts of students as the triggers do (migration 0008). */
async function fillStudents(client: pg.Client): Promise<void> {
  await client.query(
    `update student set tallied = counted.tallied
     from (
       select student_id, jsonb_object_agg(what, rows) as tallied
       from (
         select student_id, tally_name(it) as what, count(*) as rows from enrolment it group by 1, 2
         union all select student_id, 'book-payout', count(*) from book_payout group by 1) as one
       group by 1) as counted
     where id = student_id`,
  );
}

/** Stores the figures of ended months as the server does (decision 21). */
async function keepFigures(
  client: pg.Client,
  settings: pg.PoolConfig,
  { months }: BranchSize,
): Promise<void> {
  const db = connect(settings);
  try {
    const scope = new BranchScope(db, { branchId: 1n, userId: 1n }, { now: new Date(), isReading: true });
    const ids = Array.from({ length: months - 1 }, (_, index) => BigInt(index + 1));
    for (const id of ids) {
      const figures = JSON.stringify(cashOf(await readSums(scope, id)));
      await client.query('update month set figures = $1 where id = $2', [figures, String(id)]);
    }
  } finally {
    await db.destroy();
  }
}

/** Checks the tally. @throws {Error} if it differs from a recount, which would make the results useless */
async function requireTally(client: pg.Client): Promise<void> {
  const [records, tally] = await recount(async (text, values) => (await client.query(text, values)).rows, 1n);
  if (JSON.stringify(tally) !== JSON.stringify(records))
    throw new Error('The tally is not what the records come to.');
}
