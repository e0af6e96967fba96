import { createHash } from 'node:crypto';
import pg from 'pg';
import { StartupError } from '#server/startup-error.ts';
import { appliedMigrations, lockSchema, unlockSchema } from '../migrate.ts';
import { type BackupHeader, type BackupTrailer, FORMAT, plainText } from './backup-format.ts';
import { writeNewFile } from './new-file.ts';
import { lastIds, quoted, type StoredTable, storedTables } from './stored-tables.ts';

const ROWS_AT_ONCE = 500;

/** What a backup came to. */
export interface Backup {
  readonly tables: number;
  readonly rows: number;
  /** In bytes. */
  readonly size: number;
}

/**
 * Writes everything this database holds of ours to one file, as it is at one instant, also while servers write to it: a header, every row as
 * PostgreSQL's own JSON with each value as text, and a trailer with counts and a checksum. Some hundred rows are in memory at a time.
 *
 * Nothing is left out: the keys of writes too, since a tablet may still send one again (decision 4), and sessions, so that a restore signs
 * nobody out whose tokens are signed with the same secret. It holds hashes of passwords: keep it as safe as the database.
 * @throws {StartupError} when there is nothing in the database, or the file cannot be written
 */
export async function writeBackup(
  owner: pg.ClientConfig,
  file: string,
  options: { readonly force: boolean },
): Promise<Backup> {
  const client = new pg.Client(owner);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(plainText);
    const { header, tables } = await beginAt(client);
    const counts = header.tables.map(() => 0);
    const size = await writeNewFile(file, () => textOf(client, header, tables, counts), options);
    return { tables: tables.length, rows: counts.reduce((sum, count) => sum + count, 0), size };
  } finally {
    await client.end();
  }
}

/** Begins the one transaction that sees the same instant to its end. The tables' locks keep later migrations waiting, nobody else. */
async function beginAt(client: pg.Client): Promise<{ header: BackupHeader; tables: StoredTable[] }> {
  await lockSchema(client);
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) {
    throw new StartupError(
      'There is nothing to back up: this database is empty. Check DATA_DIR or DATABASE_URL.',
    );
  }
  const tables = await storedTables(client);
  await client.query('begin isolation level repeatable read read only');
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  await client.query(`lock table ${names} in access share mode`);
  const { rows } = await client.query<{ now: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
  );
  await unlockSchema(client);
  const described: BackupHeader['tables'] = [];
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name);
    described.push({ name: table.name, columns, last_ids: await lastIds(client, table) });
  }
  const made_at = rows[0]?.now ?? '';
  return { header: { branch_desk_backup: FORMAT, made_at, migrations, tables: described }, tables };
}

async function* textOf(
  client: pg.Client,
  header: BackupHeader,
  tables: readonly StoredTable[],
  counts: number[],
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  yield hashed(`${JSON.stringify(header)}\n`);
  for (const [index, table] of tables.entries()) {
    for await (const rows of rowsOf(client, table)) {
      counts[index] = (counts[index] ?? 0) + rows.length;
      yield hashed(rows.map((row) => `${index} ${row}\n`).join(''));
    }
  }
  const trailer: BackupTrailer = { rows: counts, sha256: hash.digest('hex') };
  yield `${JSON.stringify(trailer)}\n`;
}

/** Every value as text: no number passes through a float, and stored JSON stays as it was written. */
async function* rowsOf(client: pg.Client, { name, columns }: StoredTable): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  await client.query(
    `declare kept no scroll cursor for
      select row_to_json(it)::text as row from (select ${values} from ${quoted(name)}) as it`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from kept`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close kept');
}
