import type pg from 'pg';
import { quoted, type StoredTable } from './stored-tables.ts';

/** Holds the statements that drop and recreate a constraint or index. */
interface DroppedObject {
  readonly drop: string;
  readonly restore: string;
}

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
  from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by conname`;

/** Selects the indexes that belong to no constraint. */
const indexes = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by indexrelid`;

/**
 * Runs `work` without triggers, foreign keys and indexes, in the open transaction. Rows can be inserted in any order and quickly, and no
 * trigger counts them twice. Afterwards everything is recreated, which checks every key over all rows.
 * @throws the database's error if a row violates a foreign key or a unique index
 */
export async function withoutConstraints(
  client: pg.Client,
  tables: readonly StoredTable[],
  work: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  const forEachTable = async (statement: (name: string) => string) => {
    for (const name of names) await client.query(statement(name));
  };
  const dropped: DroppedObject[] = [];
  for (const found of [foreignKeys, indexes]) {
    const { rows } = await client.query<DroppedObject>(found, [names]);
    dropped.push(...rows);
  }
  await forEachTable((name) => `alter table ${name} disable trigger user`);
  for (const { drop } of dropped) await client.query(drop);
  await work();
  for (const { restore } of dropped.toReversed()) await client.query(restore);
  await forEachTable((name) => `alter table ${name} enable trigger user`);
}
