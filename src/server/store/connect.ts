import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { MAY_SET_ROLE, SERVER_ROLE } from './migrate.ts';
import { PreparingClient } from './prepared-statements.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const AS_WRITTEN = [1082, 1083, 1114, 1700];

function parserOf(oid: number): ((text: string) => unknown) | undefined {
  if (oid === INT8) return BigInt;
  if (oid === TIMESTAMPTZ) return (text) => text.replace(' ', 'T').replace('+00', 'Z');
  return AS_WRITTEN.includes(oid) ? (text) => text : undefined;
}

/** int8 as bigint; days, numerics and instants as text, since the driver's own parsers move a day across time zones. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parserOf(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

const prepareSession = `
  select set_config('TimeZone', 'UTC', false), set_config('jit', 'off', false), set_config('role', own.rolname, false)
  from (select 1) as always
  left join lateral (
    select rolname from pg_roles where rolname = $1 and ${MAY_SET_ROLE}
  ) as own on true`;

/**
 * Done by the pool, which ends a connection that can't be prepared; the query builder's own hook would leave it taken for ever.
 * A connection that breaks fails the query it carries, or is replaced at the next use: its error event says nothing more, and unheard,
 * also between two queries of a transaction, it would end the process.
 */
async function prepare(client: pg.ClientBase): Promise<void> {
  client.on('error', () => undefined);
  await client.query(prepareSession, [SERVER_ROLE]);
}

/**
 * A pool of connections to a migrated database. Each connection gives up the owner's rights for those of the
 * server's own role, where the database has one, speaks UTC, and compiles no statement: none of ours runs as long as that takes. Nothing waits longer than some seconds for a
 * connection, and no forgotten transaction holds a lock for ever.
 */
export function connect(settings: pg.PoolConfig): Kysely<Database> {
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    Client: PreparingClient,
    ...settings,
    types,
    onConnect: prepare,
  });
  pool.on('error', () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
