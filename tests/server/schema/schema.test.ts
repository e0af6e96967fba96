import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { balances, effectOn, type MovementType, movementTypes } from '#contract/ledger/effects.ts';
import { tablesVersionedByUpdate } from '#server/db/branch-scope.ts';
import { appliedMigrations, migrate, migrationsOnDisk } from '#server/db/migrate.ts';
import { packageRoot } from '#server/platform/package-root.ts';
import { bareDatabase, testDatabase } from '../../support/test-database.ts';
import { query } from '../postgres/rows.ts';

const folder = path.join(packageRoot, 'src/server/db/schema');
const schemaFiles = readdirSync(folder)
  .sort()
  .map((name) => readFileSync(path.join(folder, name), 'utf8'));

/** Everything that a table, constraint, index, trigger or function is declared with; columns in their order. */
const declarations = `
  select 'column ' || c.relname || '.' || row_number() over (partition by c.oid order by a.attnum) || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end || a.attidentity::text || a.attgenerated::text
      || coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), '') as fact
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration' and a.attnum > 0 and not a.attisdropped
  union all select 'table ' || relname || coalesce(array_to_string(reloptions, ','), '') from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> coalesce(to_regclass('migration'), 0)
  union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migration'
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1`;

describe('the schema', () => {
  it('declares each function once, and at most 25 triggers', () => {
    const names = schemaFiles.flatMap((text) =>
      [...text.matchAll(/^create (?:or replace )?function (\w+)/gm)].map(([, name]) => name),
    );
    expect(new Set(names).size).toBe(names.length);
    const triggers = schemaFiles.flatMap((text) => text.match(/^create (?:constraint )?trigger/gm) ?? []);
    expect(triggers.length).toBeLessThanOrEqual(25);
  });

  it('has one counter of versions for each table, and changes no row itself where updates of the server count', async () => {
    const { settings, drop } = await testDatabase();
    const names = async (text: string) =>
      z
        .array(z.object({ name: z.string() }))
        .parse(await query(settings, text))
        .map(({ name }) => name);
    const byTrigger = await names(
      "select event_object_table::text as name from information_schema.triggers where action_statement like '%count_version(%'",
    );
    const versioned = await names(
      "select table_name::text as name from information_schema.columns where column_name = 'version' and table_schema = 'public' order by 1",
    );
    const byUpdate: readonly string[] = tablesVersionedByUpdate;
    expect([...byTrigger, ...byUpdate, 'branch_settings'].sort()).toEqual(versioned.sort());
    const changing = await names(`
      select conname::text as name from pg_constraint
        where conrelid::regclass::text in (${byUpdate.map((name) => `'${name}'`)}) and (confupdtype in ('c', 'n', 'd') or confdeltype in ('n', 'd'))
      union all select proname::text from pg_proc
        where pronamespace = 'public'::regnamespace and prosrc ~ 'mupdate (${byUpdate.join('|')})M'`);
    expect(changing).toEqual([]);
    await drop();
  });

  it('gives each type of movement the effects that the contract declares', async () => {
    const { settings, drop } = await testDatabase();
    await query(settings, "insert into branch (id, name) overriding system value values (1, 'Al Nour')");
    for (const type of Object.keys(movementTypes) as MovementType[]) {
      const [row] = await query(
        settings,
        `insert into movement (branch_id, type, amount, resource, effective_date, at, made_by, source, record_id)
          values (1, '${type}', 7, 'bus', '2026-03-10', now(), 1, 'enrolment', gen_random_uuid()) returning ${balances.join()}`,
      );
      const expected = balances.map((balance) => [balance, String(7n * effectOn(balance, type))]);
      expect([type, row]).toEqual([type, Object.fromEntries(expected)]);
    }
    await drop();
  });
});

describe('migrating', () => {
  it('changes nothing the second time, and refuses a schema of another version', async () => {
    const database = await testDatabase();
    const facts = await query(database.settings, declarations);
    await migrate(database.settings);
    expect(await query(database.settings, declarations)).toEqual(facts);
    await query(database.settings, "insert into migration (name) values ('9999-of-tomorrow.sql')");
    await expect(migrate(database.settings)).rejects.toThrow(
      /^The database was made by another version .*9999-of-tomorrow\.sql.*: start that version/,
    );
    await database.drop();
  });

  it('leaves the database unchanged when it fails, and goes on once the cause is removed', async () => {
    const database = await bareDatabase();
    const { settings } = database;
    await query(settings, 'create table history as select 7 as number');
    const before = await query(settings, declarations);
    await expect(migrate(settings)).rejects.toThrow(/already exists/);
    expect(await query(settings, declarations)).toEqual(before);
    await query(settings, 'drop table history');
    await migrate(settings);
    const client = new pg.Client(settings);
    await client.connect();
    expect(await appliedMigrations(client)).toEqual((await migrationsOnDisk()).map(({ name }) => name));
    await client.end();
    await database.drop();
  });
});
