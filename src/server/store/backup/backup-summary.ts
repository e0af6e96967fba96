import pg from 'pg';
import { StartupError } from '#server/startup-error.ts';
import { tables as mappings } from '../tables.ts';
import type { BackupSummary, BranchContents } from './backup-format.ts';
import { quoted, type StoredTable } from './stored-tables.ts';

const numberTypes = new Set(['smallint', 'integer', 'bigint', 'numeric']);

type TableSums = BackupSummary['tables'];

const has = (table: StoredTable | undefined, ...names: readonly string[]): table is StoredTable =>
  names.every((name) => table?.columns.some((column) => column.name === name));

/** Counts the rows of each table and adds up each of its number columns; sums are decimal text. */
export async function sumTables(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<TableSums> {
  const found: TableSums = {};
  for (const { name, columns } of tables) {
    const numbers = columns.filter(({ type }) => numberTypes.has(type)).map((column) => column.name);
    const sums = numbers.map((one) => `${pg.escapeLiteral(one)}, coalesce(sum(${quoted(one)}), 0)::text`);
    const { rows } = await client.query<TableSums[string]>(
      `select count(*)::integer as rows, json_build_object(${sums.join()}) as sums from ${quoted(name)}`,
    );
    if (rows[0]) found[name] = rows[0];
  }
  return found;
}

/**
 * Compares the restored rows with the sums that the backup recorded. Tables and columns that this schema lacks are left out.
 * @throws {StartupError} naming the first difference
 */
export async function requireSameSums(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
  expected: TableSums,
): Promise<void> {
  const restored = await sumTables(client, tables);
  for (const [name, { rows, sums }] of Object.entries(expected)) {
    const own = restored[name];
    if (!own) continue;
    const differing = Object.keys(sums).find(
      (column) => column in own.sums && own.sums[column] !== sums[column],
    );
    if (own.rows === rows && differing === undefined) continue;
    const what = own.rows === rows ? `${name}.${differing}` : name;
    throw new StartupError(`What was restored differs from the backup (${what}). Nothing was changed.`);
  }
}

async function countByBranch(client: pg.ClientBase, from: string, group = ''): Promise<[string, number][]> {
  const { rows } = await client.query<{ key: string; counted: number }>(
    `select branch_id::text || ${group === '' ? "''" : `'/' || ${group}`} as key, count(*)::integer as counted
      from ${from} group by 1`,
  );
  return rows.map(({ key, counted }) => [key, counted]);
}

/** Counts the records of each resource by `<branch>/<resource>`; resources whose tables this schema lacks are left out. */
async function countRecords(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of new Set(mappings.map(({ table }) => table))) {
    const table = tables.find((one) => one.name === name);
    if (!has(table, 'branch_id')) continue;
    const own = mappings.filter((mapping) => mapping.table === name);
    const isShared = own.some(({ kind }) => kind !== undefined);
    if (isShared && !has(table, 'kind')) continue;
    for (const [key, count] of await countByBranch(client, quoted(name), isShared ? 'kind' : '')) {
      const [branch = '', kind] = key.split('/');
      const mapping = own.find((one) => one.kind === kind || !isShared);
      if (mapping) counts.set(`${branch}/${mapping.resource.name}`, count);
    }
  }
  return counts;
}

interface NewestPayment {
  readonly branch: string;
  readonly amount: string;
  readonly receipt_number: string | null;
  readonly recorded_at: string;
}

async function newestPayments(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<readonly NewestPayment[]> {
  const selects = ['enrolment', 'book_payout']
    .filter((name) =>
      has(
        tables.find((one) => one.name === name),
        'paid_amount',
        'receipt_number',
        'created_at',
      ),
    )
    .map(
      (name) =>
        `select branch_id, paid_amount, receipt_number, created_at from ${quoted(name)} where paid_amount > 0`,
    );
  if (selects.length === 0) return [];
  const { rows } = await client.query<NewestPayment>(
    `select distinct on (branch_id) branch_id::text as branch, paid_amount::text as amount, receipt_number,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as recorded_at
      from (${selects.join(' union all ')}) as payment order by branch_id, created_at desc`,
  );
  return rows;
}

/** Describes what the database holds of each branch, in any schema since the first one. */
export async function describeBranches(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<BranchContents[]> {
  const records = await countRecords(client, tables);
  const payments = await newestPayments(client, tables);
  const months = has(
    tables.find(({ name }) => name === 'month'),
    'name',
  );
  const { rows } = await client.query<Pick<BranchContents, 'id' | 'name' | 'users' | 'months'>>(
    `select branch.id::text, branch.name,
        (select count(*)::integer from app_user where branch_id = branch.id) as users,
        ${
          months
            ? `json_build_object('count', (select count(*) from month where branch_id = branch.id),
                'newest', (select month.name from month where branch_id = branch.id order by id desc limit 1))`
            : `json_build_object('count', 0, 'newest', null)`
        } as months
      from branch order by branch.id`,
  );
  return rows.map((branch) => {
    const payment = payments.find((one) => one.branch === branch.id);
    const own = mappings.map(({ resource: { name } }) => [name, records.get(`${branch.id}/${name}`) ?? 0]);
    return {
      ...branch,
      records: Object.fromEntries(own),
      newest_payment: payment
        ? { amount: payment.amount, receipt_number: payment.receipt_number, recorded_at: payment.recorded_at }
        : null,
    };
  });
}
