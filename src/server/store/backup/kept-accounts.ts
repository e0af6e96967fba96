import type pg from 'pg';
import { quoted, type StoredTable } from './stored-tables.ts';

const keep = `
  create temporary table kept_user on commit drop as select * from public.app_user;
  create temporary table kept_session on commit drop as select * from public.session`;

/** The same person before and after: id and address are equal. Ids alone may belong to two people, where the backup is of another database. */
const isSame = 'own.branch_id = kept.branch_id and own.id = kept.id and lower(own.email) = lower(kept.email)';

const columnsOf = (tables: readonly StoredTable[], name: string): string[] =>
  (tables.find((table) => table.name === name)?.columns ?? []).map((column) => quoted(column.name));

/** Sets the users and sessions of today aside, until the transaction ends. */
export async function setAccountsAside(client: pg.ClientBase): Promise<void> {
  await client.query(keep);
}

/**
 * Brings the users and sessions of today back into the restored rows. A restore takes back what was recorded, not who may sign in: a password
 * that was changed since, an ended session and an open link do not come back, and nobody who was added since is locked out.
 */
export async function bringAccountsBack(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<void> {
  const columns = columnsOf(tables, 'app_user');
  const changes = columns
    .filter((name) => name !== quoted('id') && name !== quoted('branch_id'))
    .map((name) => `${name} = kept.${name}`);
  await client.query(`update app_user as own set ${changes.join()} from kept_user as kept where ${isSame}`);
  await client.query(
    `insert into app_user (${columns.join()}) overriding system value
      select ${columns.map((name) => `kept.${name}`).join()} from kept_user as kept
      where exists (select from branch where branch.id = kept.branch_id)
        and not exists (select from app_user as own where own.id = kept.id or lower(own.email) = lower(kept.email))`,
  );
  for (const ended of ['password_reset', 'email_change', 'session'])
    await client.query(`delete from ${ended}`);
  const session = columnsOf(tables, 'session');
  await client.query(
    `insert into session (${session.join()}) overriding system value
      select ${session.map((name) => `kept_session.${name}`).join()} from kept_session
      where exists (select from app_user as own join kept_user as kept on ${isSame}
        where own.branch_id = kept_session.branch_id and own.id = kept_session.user_id)`,
  );
}
