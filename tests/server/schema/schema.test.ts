import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { appliedMigrations, applyMigration, migrate, migrationsOnDisk } from '#server/db/migrate.ts';
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
  it('is the same from the schema files as from the migrations', async () => {
    const fromFiles = await bareDatabase();
    await query(fromFiles.settings, schemaFiles.join('\n'));
    const migrated = await testDatabase();
    const facts = await query(fromFiles.settings, declarations);
    expect(facts.length).toBeGreaterThan(300);
    expect(await query(migrated.settings, declarations)).toEqual(facts);
    await Promise.all([fromFiles.drop(), migrated.drop()]);
  });

  it('declares each function once, and at most 50 triggers', () => {
    const names = schemaFiles.flatMap((text) =>
      [...text.matchAll(/^create (?:or replace )?function (\w+)/gm)].map(([, name]) => name),
    );
    expect(new Set(names).size).toBe(names.length);
    const triggers = schemaFiles.flatMap((text) => text.match(/^create (?:constraint )?trigger/gm) ?? []);
    expect(triggers.length).toBeLessThanOrEqual(50);
  });
});

describe('migrating', () => {
  it('changes nothing the second time, and refuses a schema of a newer version', async () => {
    const database = await testDatabase();
    const facts = await query(database.settings, declarations);
    await migrate(database.settings);
    expect(await query(database.settings, declarations)).toEqual(facts);
    await query(database.settings, "insert into migration (name) values ('9999-of-tomorrow.sql')");
    await expect(migrate(database.settings)).rejects.toThrow(
      /^The database was changed by a newer version .*9999-of-tomorrow\.sql.*: start that version/,
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

  it('tells what is by another method than a close counted, and deletes corrections of open drawers alone', async () => {
    const database = await bareDatabase();
    const client = new pg.Client(database.settings);
    await client.connect();
    for (const migration of await migrationsOnDisk()) {
      if (migration.name === '0051-corrections-of-closes.sql')
        // Without the triggers and the rows that these refer to. The owner of the tables may be no superuser.
        await client.query(`do $$ declare link record; begin
            for link in select conrelid::regclass as "table", conname from pg_constraint
              where contype = 'f' and conrelid in ('refund'::regclass, 'drawer_line'::regclass) loop
              execute format('alter table %s drop constraint %I', link."table", link.conname);
            end loop;
          end $$;
          alter table refund disable trigger user;
          alter table drawer_line disable trigger user;
          insert into refund (branch_id, id, student_id, resource, related_record, amount, payment_method, reason, receipt_number, folded,
            created_at, created_by, effective_date) overriding system value
          values (1, 1, 1, 'student', 1, 300, 'card', '', '1', '', now(), 1, '2026-03-10');
          insert into drawer_line (branch_id, source, record_id, user_id, resource, part, amount, amount_now, close_id, at, turn, payment_method)
          values (1, 'refund', 1, 1, 'refund', 'refund', -300, 0, 1, now(), 0, 'cash'),
            (1, 'refund', 1, 2, 'refund', 'correction', 100, null, 2, now(), 1, 'cash'),
            (1, 'refund', 1, 2, 'refund', 'correction', 200, null, null, now(), 2, 'cash'),
            (1, 'refund', 1, 2, 'refund', 'correction', -300, null, null, now(), 3, 'card');
          alter table refund enable trigger user;
          alter table drawer_line enable trigger user`);
      await applyMigration(client, migration);
    }
    const { rows } = await client.query(
      'select turn, amount::int, amount_now, method_now, close_id::int from drawer_line order by turn',
    );
    expect(rows).toEqual([
      { turn: 0, amount: -300, amount_now: null, method_now: 'card', close_id: 1 },
      { turn: 1, amount: 100, amount_now: null, method_now: null, close_id: 2 },
    ]);
    await client.end();
    await database.drop();
  });
});
