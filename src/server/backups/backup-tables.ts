import pg from 'pg';
import { withClient } from '#server/db/connections.ts';
import { tables as mappings } from '#server/db/tables.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import type { BackupSummary, BranchContents } from './backup-format.ts';

/** Generated columns are left out. */
interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly identity: boolean;
}

export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

/** They describe this database, its servers and its devices. */
const NOT_STORED = [
  'migration',
  'generation',
  'branch_generation',
  'branch_change',
  'device_store',
  'stored_backup',
  'backup_report',
];

const tablesQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attidentity <> '' as identity
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname <> all($1)
    and c.relowner = (select relowner from pg_class where oid = 'public.migration'::regclass)
    and a.attgenerated = ''
  order by c.relname, a.attnum`;

/** Tables of the schema's owner that a backup contains. */
export async function storedTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredColumn & { table: string }>(tablesQuery, [NOT_STORED]);
  const columns = new Map<string, StoredColumn[]>();
  for (const { table, ...column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return [...columns].map(([name, columnsOfTable]) => ({ name, columns: columnsOfTable }));
}

export const PEOPLE = 'person';

/** What a person proves who they are with, beside the password. It is theirs wherever they work. */
export const personalAccesses: readonly string[] = ['oidc_identity', 'totp', 'passkey', 'recovery_code'];

/** What begins or waits on one server and ends there. */
export const endedAccesses: readonly string[] = [
  'session',
  'spreadsheet_token',
  'known_source',
  'approval',
  'password_reset',
  'email_change',
  'oidc_code',
  'factor_challenge',
];

export function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}

export async function lastIds(client: pg.Client, table: StoredTable): Promise<Record<string, string>> {
  const last: Record<string, string> = {};
  for (const { name } of table.columns.filter((column) => column.identity)) {
    const { rows } = await client.query<{ last: string }>(
      `select last_value::text as last from ${await sequenceOf(client, table.name, name)} where is_called`,
    );
    if (rows[0]) last[name] = rows[0].last;
  }
  return last;
}

interface SequenceAdvance {
  readonly table: string;
  readonly column: string;
  readonly last: string | undefined;
  readonly leap: number;
}

/** The sequence goes `leap` beyond the backup's last id, its highest value and its own last value. */
export async function advanceSequences(
  client: pg.Client,
  { table, column, last, leap }: SequenceAdvance,
): Promise<void> {
  const sequence = await sequenceOf(client, table, column);
  const given = `select case when is_called then last_value end from ${sequence}`;
  await client.query(
    `select setval($1::regclass, greatest(coalesce(greatest($2::bigint, max(${quoted(column)}), (${given})), 0) + ${leap}, 1))
      from ${quoted(table)}`,
    [sequence, last ?? null],
  );
}

async function sequenceOf(client: pg.Client, table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [
    quoted(table),
    column,
  ]);
  return rows[0]?.name ?? '';
}

const numberTypes = new Set(['smallint', 'integer', 'bigint', 'numeric']);

type TableSums = BackupSummary['tables'];

const has = (table: StoredTable | undefined, ...names: readonly string[]): table is StoredTable =>
  names.every((name) => table?.columns.some((column) => column.name === name));

/**
 * Sums of number columns are decimal text.
 * @param rowsOf what to read in place of a table
 */
export async function sumTables(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
  rowsOf: (table: StoredTable) => string = ({ name }) => quoted(name),
): Promise<TableSums> {
  const found: TableSums = {};
  for (const table of tables) {
    const { name, columns } = table;
    const numbers = columns.filter(({ type }) => numberTypes.has(type)).map((column) => column.name);
    const sums = numbers.map((one) => `${pg.escapeLiteral(one)}, coalesce(sum(${quoted(one)}), 0)::text`);
    const { rows } = await client.query<TableSums[string]>(
      `select count(*)::integer as rows, json_build_object(${sums.join()}) as sums from ${rowsOf(table)}`,
    );
    if (rows[0]) found[name] = rows[0];
  }
  return found;
}

/**
 * Tables and columns that this schema lacks are left out.
 * @throws {StartupError} naming the first difference
 */
export async function requireSameSums(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
  expected: TableSums,
  rowsOf?: (table: StoredTable) => string,
): Promise<void> {
  const restored = await sumTables(client, tables, rowsOf);
  for (const [name, { rows, sums }] of Object.entries(expected)) {
    const restoredTable = restored[name];
    if (!restoredTable) continue;
    const differing = Object.keys(sums).find(
      (column) => column in restoredTable.sums && restoredTable.sums[column] !== sums[column],
    );
    if (restoredTable.rows === rows && differing === undefined) continue;
    const place = restoredTable.rows === rows ? `${name}.${differing}` : name;
    throw new StartupError(`What was restored differs from the backup (${place}). Nothing was changed.`);
  }
}

async function countByBranch(client: pg.ClientBase, from: string, group = ''): Promise<[string, number][]> {
  const { rows } = await client.query<{ key: string; counted: number }>(
    `select branch_id::text || ${group === '' ? "''" : `'/' || ${group}`} as key, count(*)::integer as counted
      from ${from} group by 1`,
  );
  return rows.map(({ key, counted }) => [key, counted]);
}

/** By `<branch>/<resource>`; resources whose tables this schema lacks are left out. */
async function countRecords(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of new Set(mappings.map(({ table }) => table))) {
    const table = tables.find((one) => one.name === name);
    if (!has(table, 'branch_id')) continue;
    const mappingsOfTable = mappings.filter((mapping) => mapping.table === name);
    const isShared = mappingsOfTable.some(({ kind }) => kind !== undefined);
    if (isShared && !has(table, 'kind')) continue;
    for (const [key, count] of await countByBranch(client, quoted(name), isShared ? 'kind' : '')) {
      const [branch = '', kind] = key.split('/');
      const mapping = mappingsOfTable.find((one) => one.kind === kind || !isShared);
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

/** Works with any schema since the first one. */
export async function describeBranches(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<BranchContents[]> {
  const records = await countRecords(client, tables);
  const payments = await newestPayments(client, tables);
  const { rows: branches } = await client.query<{ id: string; name: string }>(
    'select id::text, name from branch order by branch.id',
  );
  const users = await client.query<{ branch: string; count: number }>(
    'select branch_id::text as branch, count(*)::integer as count from app_user group by branch_id',
  );
  const months = await client.query<{ branch: string; count: number; newest: string }>(
    `select distinct on (branch_id) branch_id::text as branch, name as newest,
       count(*) over (partition by branch_id)::integer as count
     from month order by branch_id, id desc`,
  );
  const ofBranch = <Row extends { readonly branch: string }>(rows: readonly Row[], id: string) =>
    rows.find(({ branch }) => branch === id);
  return branches.map(({ id, name }) => {
    const payment = ofBranch(payments, id);
    const month = ofBranch(months.rows, id);
    const recordCounts = mappings.map(({ resource }) => [
      resource.name,
      records.get(`${id}/${resource.name}`) ?? 0,
    ]);
    return {
      id,
      name,
      users: ofBranch(users.rows, id)?.count ?? 0,
      months: { count: month?.count ?? 0, newest: month?.newest ?? null },
      records: Object.fromEntries(recordCounts),
      newest_payment: payment
        ? { amount: payment.amount, receipt_number: payment.receipt_number, recorded_at: payment.recorded_at }
        : null,
    };
  });
}

interface DatabaseFacts {
  /** Bytes on the disk. */
  readonly size: number;
  readonly mayCreateDatabases: boolean;
}

export async function readDatabaseFacts(client: pg.ClientBase): Promise<DatabaseFacts> {
  const { rows } = await client.query<{ size: string; allowed: boolean }>(
    `select pg_database_size(current_database())::text as size,
      (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as allowed`,
  );
  return { size: Number(rows[0]?.size ?? 0), mayCreateDatabases: rows[0]?.allowed ?? false };
}

function inDatabase(settings: pg.ClientConfig, database: string): pg.ClientConfig {
  const { connectionString } = settings;
  if (connectionString === undefined) return { ...settings, database };
  const [, server = '', query = ''] = /^([a-z]+:\/\/[^/?#]*)[^?#]*(.*)$/i.exec(connectionString) ?? [];
  return { ...settings, connectionString: `${server}/${database}${query}` };
}

/**
 * The empty database is removed afterwards. Its name belongs to this database, so that the next use removes one that a
 * killed process left; the caller holds a lock that allows one use at a time.
 */
export async function withScratchDatabase<T>(
  owner: pg.ClientConfig,
  work: (scratch: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query<{ oid: string; collate: string; ctype: string }>(
      'select oid::text, datcollate as collate, datctype as ctype from pg_database where datname = current_database()',
    );
    const [currentDatabase] = rows;
    const name = `branch_desk_scratch_${currentDatabase?.oid}`;
    const drop = () => client.query(`drop database if exists ${name} with (force)`);
    await drop();
    await client.query(
      `create database ${name} template template0 encoding 'UTF8'
        lc_collate ${pg.escapeLiteral(currentDatabase?.collate ?? 'C')} lc_ctype ${pg.escapeLiteral(currentDatabase?.ctype ?? 'C')}`,
    );
    try {
      return await work(inDatabase(owner, name));
    } finally {
      await drop().catch(() => undefined);
    }
  });
}
