import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely';
import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.ts';

const MARK = '/* named */';
/** Per process: bodies with unusual fields cannot fill the database's memory. */
const MOST_NAMES = 200;

/**
 * Each connection plans a marked statement once. It is for the few statements of every write. Their columns are listed:
 * PostgreSQL refuses a planned `select *` after columns were added.
 */
export const named = sql.raw(MARK);

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  if (!text.startsWith(MARK)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
}

export async function withClient<T>(
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(settings);
  // Without a listener the error event of a broken connection ends the process; its statements fail anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Pool for Kysely that closes a connection after a failure that another connection may not have (decision 139). pg
 * alone reuses a connection whose statement got no answer in time, and one to a primary that became a standby: requests
 * would fail until a restart. A commit that PostgreSQL answers with a rollback fails.
 */
export function withoutLostConnections(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let failure: unknown;
      const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
        // The rollback would wait behind the statement without an answer.
        if (failure !== undefined) throw failure;
        try {
          const result = await client.query({ name: nameOf(text), text, values: [...values] });
          // Behind a failure that the transaction went on after, PostgreSQL reports no error here.
          if (text === 'commit' && result.command !== 'COMMIT')
            throw new Error('The transaction was rolled back');
          return result as unknown as PostgresQueryResult<R>;
        } catch (error) {
          if (isDatabaseUnavailable(error)) failure = error;
          throw error;
        }
      };
      // Kysely calls `query` in another way only for cursors, which are not configured.
      return { query, release: () => client.release(failure !== undefined) } as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}
