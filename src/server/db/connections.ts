import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely';
import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.ts';

export interface DatabaseSettings extends pg.PoolConfig {
  /** Behind a pooler, which may give the session of one connection to the next. */
  readonly sharesSessions?: boolean;
}

const MARK = '/* named */';
/** Per process: bodies with unusual fields cannot fill the database's memory. */
const MOST_NAMES = 200;

/** Each connection plans a marked statement once. List its columns: a planned `select *` fails once there are more. */
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

type Query = <R>(text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<R>>;

const isBegin = (text: string) => /^(begin|start transaction)\b/.test(text);

/** A statement without a transaction gets one, because settings of a shared session would reach others. */
function inTransactions(query: Query, settings: string): Query {
  let isOpen = false;
  const begin = async (text: string) => void (await query(`${text}; ${settings}`, []));
  return async <R>(text: string, values: readonly unknown[]) => {
    if (isBegin(text)) {
      isOpen = true;
      await begin(text);
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
    if (isOpen) {
      if (text === 'commit' || text === 'rollback') isOpen = false;
      return query<R>(text, values);
    }
    await begin('begin');
    try {
      const result = await query<R>(text, values);
      await query('commit', []);
      return result;
    } catch (error) {
      await query('rollback', []).catch(() => undefined);
      throw error;
    }
  };
}

interface ConnectionOptions {
  readonly enter: () => Promise<() => void>;
  /** For shared sessions: a statement that sets up one transaction. */
  readonly settings: string | undefined;
}

/**
 * Closes a connection after a failure that another one may not have (decision 139): pg alone reuses one whose statement got no answer
 * in time, and one to a primary that became a standby. A commit that PostgreSQL answers with a rollback fails.
 */
export function withoutLostConnections(
  pool: pg.Pool,
  { enter, settings }: ConnectionOptions,
): Pick<PostgresPool, 'connect'> {
  const connect = async () => {
    const leave = await enter();
    const client = await pool.connect().catch((error: unknown) => {
      leave();
      throw error;
    });
    let failure: unknown;
    const query: Query = async <R>(text: string, values: readonly unknown[]) => {
      // The rollback would wait behind the statement without an answer.
      if (failure !== undefined) throw failure;
      try {
        const name = settings === undefined ? nameOf(text) : undefined;
        const result = await client.query({ name, text, values: [...values] });
        // Behind a failure that the transaction went on after, PostgreSQL reports no error here.
        if (text === 'commit' && result.command !== 'COMMIT')
          throw new Error('The transaction was rolled back');
        return result as unknown as PostgresQueryResult<R>;
      } catch (error) {
        // A transaction that was half begun would go on with the next request.
        if (isDatabaseUnavailable(error) || isBegin(text)) failure = error;
        throw error;
      }
    };
    const release = () => {
      client.release(failure !== undefined);
      leave();
    };
    // Kysely calls `query` in another way only for cursors, which are not configured.
    return {
      query: settings === undefined ? query : inTransactions(query, settings),
      release,
    } as PostgresPoolClient;
  };
  return { connect };
}
