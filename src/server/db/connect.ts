import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ConnectionShares, type ShareCounts } from './connection-shares.ts';
import { type DatabaseSettings, withoutLostConnections } from './connections.ts';
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

/** int8 becomes bigint. Dates stay text, because the driver's parsers shift days across time zones. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parserOf(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Later than PostgreSQL ends a statement: for a PostgreSQL or machine that no longer answers. */
const ANSWER_LIMIT_MS = timeLimits.wholeList + 5_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
/** Milliseconds that a request waits for a connection. */
const CONNECTION_WAIT_MS = 10_000;
const MOST_WAITING = 100;

const DEFAULT_POOL_SIZE = 10;

/** The limits are no start-up parameters: poolers refuse or drop those. */
const settingsQuery = (isLocal: boolean, statementLimitMs: number, lockLimitMs: number) => `
  select set_config('TimeZone', 'UTC', ${isLocal}), set_config('jit', 'off', ${isLocal}),
    set_config('role', wanted_role.rolname, ${isLocal}),
    set_config('statement_timeout', '${statementLimitMs}', ${isLocal}),
    set_config('lock_timeout', '${lockLimitMs}', ${isLocal}),
    set_config('idle_in_transaction_session_timeout', '${IDLE_IN_TRANSACTION_MS}', ${isLocal})
  from (select 1) as always
  left join lateral (
    select rolname from pg_roles where rolname = '${SERVER_ROLE}' and ${MAY_SET_ROLE}
  ) as wanted_role on true`;

/** Run by the pool, which closes a connection that fails here; Kysely's own hook would leak it. */
export async function prepareConnection(
  client: pg.ClientBase,
  { sharesSessions = false, lock_timeout: lockLimitMs = timeLimits.lock }: DatabaseSettings,
  statementLimitMs: number = timeLimits.statement,
): Promise<void> {
  // The pool listens only while the connection is idle; without a listener the error event of a broken one ends the process.
  client.on('error', () => undefined);
  if (!sharesSessions) await client.query(settingsQuery(false, statementLimitMs, lockLimitMs));
}

type Enter = () => Promise<() => void>;

type PoolName = 'requests' | 'lists' | 'changes';

function openPool(settings: DatabaseSettings, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
    ...settings,
    max: size,
    types,
    onConnect: (client) => prepareConnection(client, settings),
  });
  pool.on('error', () => undefined);
  return pool;
}

function kyselyOn(
  pool: pg.Pool,
  { sharesSessions }: DatabaseSettings,
  { name, enter, end }: { readonly name: PoolName; readonly enter: Enter; readonly end: () => Promise<void> },
): Kysely<Database> {
  const ofTransaction = sharesSessions
    ? settingsQuery(true, timeLimits.statement, timeLimits.lock)
    : undefined;
  const { connect } = timed(withoutLostConnections(pool, { enter, settings: ofTransaction }), name);
  return new Kysely({ dialect: new PostgresDialect({ pool: { connect, end } }) });
}

const pools = new WeakMap<Kysely<Database>, pg.Pool>();

interface Shared {
  readonly shares: ConnectionShares;
  readonly ofBranch: (branchId: bigint) => Kysely<Database>;
}

const shared = new WeakMap<Kysely<Database>, Shared>();

/** JIT is off: compiling takes longer than our statements run. Statements through it belong to no branch, see `ofBranch`. */
export function connect(settings: DatabaseSettings): Kysely<Database> {
  const { max: size = DEFAULT_POOL_SIZE } = settings;
  const pool = openPool(settings, size);
  const shares = new ConnectionShares({ size, waiting: MOST_WAITING, waitMs: CONNECTION_WAIT_MS });
  const name = 'requests';
  const db = kyselyOn(pool, settings, {
    name,
    enter: () => shares.enter('no branch'),
    end: () => pool.end(),
  });
  const branches = new Map<bigint, Kysely<Database>>();
  pools.set(db, pool);
  shared.set(db, {
    shares,
    ofBranch(branchId) {
      const enter = () => shares.enter(branchId);
      const known =
        branches.get(branchId) ?? kyselyOn(pool, settings, { name, enter, end: async () => undefined });
      branches.set(branchId, known);
      return known;
    },
  });
  return db;
}

/** The same connections, of which the branch gets its share (decision 198). */
export function ofBranch(db: Kysely<Database>, branchId: bigint): Kysely<Database> {
  return shared.get(db)?.ofBranch(branchId) ?? db;
}

export const shareCounts = (db: Kysely<Database>): ShareCounts | undefined => shared.get(db)?.shares.counts;

export function poolCounts(
  db: Kysely<Database>,
): { readonly total: number; readonly idle: number; readonly waiting: number } | undefined {
  const pool = pools.get(db);
  if (!pool) return undefined;
  const waiting = shareCounts(db)?.waiting ?? pool.waitingCount;
  return { total: pool.totalCount, idle: pool.idleCount, waiting };
}

function connectApart(settings: DatabaseSettings, size: number, name: PoolName): Kysely<Database> {
  const pool = openPool(settings, size);
  const db = kyselyOn(pool, settings, { name, enter: async () => () => undefined, end: () => pool.end() });
  pools.set(db, pool);
  return db;
}

const SNAPSHOT_CONNECTIONS = 4;

/** A small pool for whole lists, so that their readers take little from others (decision 50). */
export function connectForSnapshots(settings: DatabaseSettings): Kysely<Database> {
  return connectApart(settings, SNAPSHOT_CONNECTIONS, 'lists');
}

/** One connection for the versions of branches, which no load of requests can take (decision 199). */
export function connectForChanges(settings: DatabaseSettings): Kysely<Database> {
  return connectApart(settings, 1, 'changes');
}
