import pg from 'pg';
import { advanceSequences, type StoredTable, storedTables } from '#server/backups/backup-tables.ts';
import { withoutConstraints } from '#server/backups/restore-backup.ts';
import { BranchScope } from '#server/db/branch-scope.ts';
import { connect } from '#server/db/connect.ts';
import { computeStudentKeys } from '#server/db/student-keys.ts';
import { cashOf, readSums } from '#server/months/figures.ts';
import { drawers } from './branch-drawers.ts';
import { clockOf, otherPaymentsOf, receiptsOf } from './branch-payments.ts';
import { insertPeople } from './branch-people.ts';
import type { BranchSize } from './branch-size.ts';

/**
 * Fills the first branch of an empty database by SQL, with the same result as through the server.
 * @param neighbours number of further branches, each with the records of every tenth student of the first one
 */
export async function fillBranch(settings: pg.PoolConfig, size: BranchSize, neighbours = 0): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query('begin');
    // The indexes are built after the rows.
    await client.query("set local maintenance_work_mem = '1GB'; set local synchronous_commit = off");
    const tables = (await storedTables(client)).filter(
      ({ name }) => !['branch', 'app_user', 'history'].includes(name),
    );
    await withoutConstraints(client, tables, async () => {
      await insertAll(client, size);
      if (neighbours > 0) await copyToNeighbours(client, tables, neighbours);
    });
    for (const { name, columns } of tables) {
      for (const column of columns.filter(({ identity }) => identity)) {
        await advanceSequences(client, { table: name, column: column.name, last: undefined, leap: 0 });
      }
    }
    await client.query('commit');
    await computeStudentKeys(client);
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
  // A database begins to count somewhere; the queries of the bench name branch and user 1.
  for (const table of ['branch', 'app_user'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 1, false)`);
  await insertPeople(client, size);
  await client.query(`insert into student_counter values (1, ${size.students})`);
  for (const statement of [...receiptsOf(size), ...otherPaymentsOf(size), ...drawers])
    await client.query(statement);
}

const isCopied = (id: string) => `hashtextextended(${id}::text, 0) % 10 = 0`;

/** Conditions of the rows that a neighbour gets: all books, staff and months, and one student of ten with their records. */
const sharesOfNeighbours: Readonly<Record<string, string>> = {
  student: isCopied('id'),
  enrolment: isCopied('student_id'),
  book_payout: isCopied('student_id'),
  book_order: isCopied('id'),
  expense: isCopied('id'),
  movement: isCopied('coalesce(student_id, record_id)'),
};
const wholeForNeighbours = ['month', 'book', 'employee', 'drawer_close'];

/** Copies rows of the first branch to others. Ids are unique within a branch, so they stay. */
async function copyToNeighbours(
  client: pg.Client,
  tables: readonly StoredTable[],
  neighbours: number,
): Promise<void> {
  await client.query(
    `insert into branch (id, name) overriding system value select n + 1, 'Neighbour ' || n from generate_series(1, ${neighbours}) n`,
  );
  for (const { name, columns } of tables) {
    const share = wholeForNeighbours.includes(name) ? 'true' : sharesOfNeighbours[name];
    if (share === undefined) continue;
    const copied = columns.map((column) => column.name).filter((column) => column !== 'branch_id');
    await client.query(
      `insert into ${name} (branch_id, ${copied.map(pg.escapeIdentifier).join()}) overriding system value
       select n + 1, ${copied.map((column) => `it.${pg.escapeIdentifier(column)}`).join()}
       from generate_series(1, ${neighbours}) n, ${name} it where it.branch_id = 1 and ${share}`,
    );
  }
  await client.query(`select setval(pg_get_serial_sequence('branch', 'id'), ${neighbours + 1})`);
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
