import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { withoutLostConnections } from './connections.ts';
import type { Database } from './database.ts';
import { timed } from './database-times.ts';
import { MAY_SET_ROLE, SERVER_ROLE } from './migrate.ts';
import { timeLimits } from './transaction.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const KEPT_AS_TEXT = [1082, 1083, 1114, 1700];

function parserOf(oid: number): ((text: string) => unknown) | undefined {
  if (oid === INT8) return BigInt;
  if (oid === TIMESTAMPTZ) return (text) => text.replace(' ', 'T').replace('+00', 'Z');
  return KEPT_AS_TEXT.includes(oid) ? (text) => text : undefined;
}

/**
 * int8 becomes bigint. Dates, numerics and timestamps stay text, because the driver's parsers shift days across time
 * zones.
 */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parserOf(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Milliseconds: later than PostgreSQL ends a statement, so it matters only where PostgreSQL or its machine no longer
 * answers.
 */
const ANSWER_LIMIT_MS = timeLimits.wholeList + 5_000;
/** Milliseconds. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** The limits are no start-up parameters: poolers refuse or drop those. */
const prepareSessionQuery = `
  select set_config('TimeZone', 'UTC', false), set_config('jit', 'off', false), set_config('role', wanted_role.rolname, false),
    set_config('statement_timeout', $2, false),
    set_config('idle_in_transaction_session_timeout', '${IDLE_IN_TRANSACTION_MS}', false)
  from (select 1) as always
  left join lateral (
    select rolname from pg_roles where rolname = $1 and ${MAY_SET_ROLE}
  ) as wanted_role on true`;

/**
 * Sets role, time zone, no JIT and time limits. Run by the pool, which closes a connection that fails here; Kysely's
 * own hook would leak it.
 * @param statementLimitMs how long a statement may take, in milliseconds, unless its transaction says otherwise
 */
export async function prepareConnection(
  client: pg.ClientBase,
  statementLimitMs: number = timeLimits.statement,
): Promise<void> {
  // The pool listens only while the connection is idle; without a listener the error event of a broken one ends the process.
  client.on('error', () => undefined);
  await client.query(prepareSessionQuery, [SERVER_ROLE, String(statementLimitMs)]);
}

/**
 * For a migrated database. Each connection switches to the server's role, if the database has it, uses UTC and has JIT
 * disabled: compiling takes longer than our statements run. Timeouts bound the wait for a connection (10 s), each
 * statement (see timeLimits), the wait for its answer (35 s) and idle transactions (60 s).
 * @param name of the pool in the metrics
 */
export function connect(settings: pg.PoolConfig, name = 'requests'): Kysely<Database> {
  const options: pg.PoolConfig = {
    max: 10,
    connectionTimeoutMillis: 10_000,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
    ...settings,
    types,
    onConnect: (client) => prepareConnection(client),
  };
  const pool = new pg.Pool(options);
  pool.on('error', () => undefined);
  const dialect = new PostgresDialect({ pool: timed(withoutLostConnections(pool), name) });
  const db = new Kysely<Database>({ dialect });
  connected.set(db, pool);
  return db;
}

const connected = new WeakMap<Kysely<Database>, pg.Pool>();

export function poolCounts(
  db: Kysely<Database>,
): { readonly total: number; readonly idle: number; readonly waiting: number } | undefined {
  const pool = connected.get(db);
  return pool && { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

const SNAPSHOT_CONNECTIONS = 4;

/** A small pool for whole lists, so that their readers take little from others (decision 50). */
export function connectForSnapshots(settings: pg.PoolConfig): Kysely<Database> {
  return connect({ ...settings, max: SNAPSHOT_CONNECTIONS }, 'lists');
}
