import pg from 'pg';
import { withClient } from '#server/store/connections/database-client.ts';

/** Holds what the server knows about its own database. */
export interface DatabaseFacts {
  /** Size on the disk in bytes. */
  readonly size: number;
  readonly mayCreateDatabases: boolean;
}

/** Reads the size of the database and whether its user may create others. */
export async function readDatabaseFacts(client: pg.ClientBase): Promise<DatabaseFacts> {
  const { rows } = await client.query<{ size: string; allowed: boolean }>(
    `select pg_database_size(current_database())::text as size,
      (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as allowed`,
  );
  return { size: Number(rows[0]?.size ?? 0), mayCreateDatabases: rows[0]?.allowed ?? false };
}

/** Returns the settings of another database on the same PostgreSQL. */
function inDatabase(settings: pg.ClientConfig, database: string): pg.ClientConfig {
  const { connectionString } = settings;
  if (connectionString === undefined) return { ...settings, database };
  const [, server = '', query = ''] = /^([a-z]+:\/\/[^/?#]*)[^?#]*(.*)$/i.exec(connectionString) ?? [];
  return { ...settings, connectionString: `${server}/${database}${query}` };
}

/**
 * Runs `work` with an empty database that is removed afterwards. Its name belongs to this database, so that one that a killed process left
 * behind is removed by the next use; the caller holds a lock that allows one use at a time.
 */
export async function withScratchDatabase<T>(
  owner: pg.ClientConfig,
  work: (scratch: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query<{ oid: string; collate: string; ctype: string }>(
      'select oid::text, datcollate as collate, datctype as ctype from pg_database where datname = current_database()',
    );
    const [own] = rows;
    const name = `branch_desk_scratch_${own?.oid}`;
    const drop = () => client.query(`drop database if exists ${name} with (force)`);
    await drop();
    await client.query(
      `create database ${name} template template0 encoding 'UTF8'
        lc_collate ${pg.escapeLiteral(own?.collate ?? 'C')} lc_ctype ${pg.escapeLiteral(own?.ctype ?? 'C')}`,
    );
    try {
      return await work(inDatabase(owner, name));
    } finally {
      await drop().catch(() => undefined);
    }
  });
}
