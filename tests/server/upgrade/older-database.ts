import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { applyMigration, migrationsOnDisk } from '#server/store/migrate.ts';
import { bareDatabase, type TestDatabase } from '../../support/test-database.ts';
import { query } from '../postgres/rows.ts';

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');
export const people = fixture('people-of-0001.sql');
export const records = fixture('records-of-0003.sql');
const all = await migrationsOnDisk();

/** Creates a database of an older version: the first migrations, and the data of that time. */
export async function databaseOf(migrations: number, ...content: string[]): Promise<TestDatabase> {
  const database = await bareDatabase();
  const client = new pg.Client(database.settings);
  await client.connect();
  for (const migration of all.slice(0, migrations)) await applyMigration(client, migration);
  for (const statements of content) await client.query(statements);
  await client.end();
  return database;
}

/** Search columns are derived again from the text, so their form may differ between versions. Roles are set by a migration. */
const derived = ['grams', 'name_grams', 'folded', 'folded_name', 'account_type', 'tallied'];
/** Sums of the records, which a migration drops. */
const dropped = ['tally', 'tally_total', 'income_day', 'history_count'];
const columns = `select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
  from information_schema.columns where table_schema = 'public' and table_name <> 'migration'
  and column_name not in (${derived.map((name) => `'${name}'`).join()}) group by 1 order by 1`;

/** Returns a function that reads today's columns of all tables, whatever later versions add. */
export async function readingOf(
  { settings }: TestDatabase,
  leftOut: readonly string[] = [],
): Promise<() => Promise<unknown[]>> {
  const found = (await query(settings, columns)) as { table: string; columns: string }[];
  const tables = found.filter(({ table }) => ![...dropped, ...leftOut].includes(table));
  const reads = tables.map(
    (one) =>
      `select '${one.table}' as of, row_to_json(it)::text as row from (select ${one.columns} from ${one.table}) as it`,
  );
  return () => query(settings, `${reads.join(' union all ')} order by 1, 2`);
}
