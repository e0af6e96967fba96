import type pg from 'pg';
import { quoted, type StoredTable } from './stored-tables.ts';

interface Removed {
  readonly remove: string;
  readonly restore: string;
}

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
  from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by conname`;

/** Indexes that no constraint stands on. */
const indexes = `
  select format('drop index %s', indexrelid::regclass) as remove, pg_get_indexdef(indexrelid) as restore
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by indexrelid`;

/**
 * Does `work` on tables without triggers, foreign keys and indexes, in the transaction that is open: rows can come in any order, each counts
 * once, and it is quick. Afterwards they stand again, and every key is checked over all rows.
 * @throws what the database says when a row breaks a foreign key or a unique index
 */
export async function withoutConstraints(
  client: pg.Client,
  tables: readonly StoredTable[],
  work: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  const inAll = async (statement: (name: string) => string) => {
    for (const name of names) await client.query(statement(name));
  };
  const removed: Removed[] = [];
  for (const found of [foreignKeys, indexes]) {
    const { rows } = await client.query<Removed>(found, [names]);
    removed.push(...rows);
  }
  await inAll((name) => `alter table ${name} disable trigger user`);
  for (const { remove } of removed) await client.query(remove);
  await work();
  for (const { restore } of removed.toReversed()) await client.query(restore);
  await inAll((name) => `alter table ${name} enable trigger user`);
}
