import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scopedTables, undistributedTables } from '#server/db/branch-scope.ts';
import { readTree } from '../../architecture/source-tree.ts';
import { type TestDatabase, testDatabase } from '../../support/test-database.ts';
import { query } from '../postgres/rows.ts';

// What Citus asks of tables that it distributes by branch (decision 202), asked of the catalog without Citus. `name` is the part that breaks it.

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Tables of a branch: they have its number, and their comment names no other place. */
const OF_BRANCH = `(
  select oid from pg_class as it where relkind = 'r' and relnamespace = 'public'::regnamespace and obj_description(oid) is null
    and exists (select from pg_attribute where attrelid = it.oid and attname = 'branch_id'))`;
const firstColumn = (table: string, columns: string) =>
  `(select attname from pg_attribute where attrelid = ${table} and attnum = (${columns})[1])`;

const names = async (text: string) =>
  z
    .array(z.object({ name: z.string() }))
    .parse(await query(database.settings, text))
    .map(({ name }) => name);

describe('tables that are distributed by branch', () => {
  it('are most, and each of the others says where it is', async () => {
    const distributed = await names(
      `select oid::regclass::text as name from pg_class where oid in ${OF_BRANCH}`,
    );
    expect(distributed).toEqual(
      expect.arrayContaining(['student', 'enrolment', 'movement', 'history', 'idempotency']),
    );
    expect(
      await names(`select relname || ' ' || obj_description(oid) as name from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and obj_description(oid) not in ('directory', 'coordinator')`),
    ).toEqual([]);
  });

  it('are all that a write of another branch may not change', async () => {
    const others = await names(
      `select relname::text as name from pg_class as it where relkind = 'r' and obj_description(oid) in ('directory', 'coordinator')
        and exists (select from pg_attribute where attrelid = it.oid and attname = 'branch_id' or it.relname = 'branch')
        and relname not in ('session', 'first_run')`,
    );
    expect([...undistributedTables].sort()).toEqual(others.sort());
  });

  it('have keys and unique indexes that begin with the branch', async () => {
    expect(
      await names(`select indexrelid::regclass::text as name from pg_index
        where indisunique and indrelid in ${OF_BRANCH}
          and indkey[0] <> (select attnum from pg_attribute where attrelid = indrelid and attname = 'branch_id')`),
    ).toEqual([]);
  });

  it('refer to rows of their branch or of the directory, and no reference changes or clears a row by itself', async () => {
    expect(
      await names(`select conrelid::regclass || ' ' || conname as name from pg_constraint
        where contype = 'f' and conrelid in ${OF_BRANCH} and not (
          case when confrelid in ${OF_BRANCH}
            then ${firstColumn('conrelid', 'conkey')} = 'branch_id' and ${firstColumn('confrelid', 'confkey')} = 'branch_id'
            else obj_description(confrelid) = 'directory' end
          and confdeltype in ('a', 'r', 'c') and confupdtype in ('a', 'r'))`),
    ).toEqual([]);
    expect(
      await names(`select conrelid::regclass || ' ' || conname as name from pg_constraint
        where contype = 'f' and conrelid not in ${OF_BRANCH} and confrelid in ${OF_BRANCH}`),
    ).toEqual([]);
  });

  it('have no function in SQL that reads tables, which Citus cannot plan with parameters', async () => {
    expect(
      await names(`select proname::text as name from pg_proc join pg_language as language on language.oid = prolang
        where pronamespace = 'public'::regnamespace and lanname = 'sql' and prosrc ~* '\\mfrom\\s+(${scopedTables.join('|')})\\M'`),
    ).toEqual([]);
  });

  it('are told and locked by nothing that belongs to one node or one number', async () => {
    const refused = /pg_notify|\blisten\s+\w+;|\bnotify\s+\w+|pg_(?:try_)?advisory\w*\(\s*\$?\d/i;
    const functions = await names(
      `select proname || ' ' || prosrc as name from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(functions.filter((text) => refused.test(text))).toEqual([]);
    const sources = readTree('src/server').filter(({ text }) => refused.test(text));
    expect(sources.map((file) => file.path)).toEqual([]);
  });
});
