import pg from 'pg';
import { advanceSequences, storedTables } from '#server/store/backup/backup-tables.ts';
import { withoutConstraints } from '#server/store/backup/restore-backup.ts';
import { BranchScope } from '#server/store/branch-scope.ts';
import { connect } from '#server/store/connect.ts';
import { cashOf, readSums } from '#server/store/months/figures.ts';
import { drawers } from './branch-drawers.ts';
import { clockOf, otherPaymentsOf, receiptsOf } from './branch-payments.ts';
import { insertPeople } from './branch-people.ts';
import type { BranchSize } from './branch-size.ts';

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
  await client.query('select fill_debts()');
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
