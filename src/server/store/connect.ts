import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { SERVER_ROLE } from './migrate.ts';

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
  select set_config('TimeZone', 'UTC', false), set_config('role', own.rolname, false)
  from (select 1) as always
  left join lateral (
    select rolname from pg_roles where rolname = $1 and pg_has_role(rolname, 'MEMBER')
  ) as own on true`;

/**
 * A pool of connections to a migrated database. Each connection gives up the owner's rights for those of the
 * server's own role, where the database has one, and speaks UTC. Nothing waits longer than some seconds for a
 * connection, and no forgotten transaction holds a lock for ever.
 */
export function connect(settings: pg.PoolConfig): Kysely<Database> {
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    ...settings,
    types,
  });
  // A connection that breaks fails the query it carries, or is replaced at the next use. Its own error event says nothing
  // more, and unheard, also between two queries of a transaction, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(prepareSession, [SERVER_ROLE]));
      },
    }),
  });
}
