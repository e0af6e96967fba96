import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { HostAddress } from './database-address.ts';

/** Time in which a host must answer the question, in milliseconds. */
const ANSWER_LIMIT_MS = 4_000;
const STEP_MS = 100;
/** After this time a commit that waits for its standby counts as unconfirmed, in seconds. */
const CONFIRM_WITHIN_SECONDS = 8;

/** Describes what a host answered. */
export type HostState =
  | {
      readonly kind: 'primary';
      /** Counts the promotions of this database: of two that can be written to, the higher one is the current one. */
      readonly timeline: number;
      /** Process ids of commits that wait too long for a synchronous standby. */
      readonly unconfirmed: readonly number[];
    }
  /** It answers, and is not to be written to: a standby, or one that is starting, full or refuses us. */
  | { readonly kind: 'other'; readonly error?: unknown }
  | { readonly kind: 'silent'; readonly error: unknown };

const QUESTION = `
  select current_setting('transaction_read_only') = 'on' as "readOnly",
    case when not pg_is_in_recovery() then
      ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline,
    array(select pid from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
      and state = 'active' and query_start < clock_timestamp() - interval '${CONFIRM_WITHIN_SECONDS} seconds') as unconfirmed`;

interface Answer {
  readonly readOnly: boolean;
  readonly timeline: number | null;
  readonly unconfirmed: number[];
}

/**
 * Fails after the time in which a host must answer. It is counted in small steps: while this process itself was held up, answers that
 * have arrived could not be read.
 */
async function endOfPatience(answered: AbortSignal): Promise<never> {
  for (let passed = 0; passed < ANSWER_LIMIT_MS && !answered.aborted; passed += STEP_MS) await sleep(STEP_MS);
  throw new Error('the database does not answer');
}

/** Asks one host on a connection of its own whether it answers, can be written to, and which commits wait for its standby. */
export async function askHost(
  settings: pg.ClientConfig,
  address: HostAddress | undefined,
): Promise<HostState> {
  const client = new pg.Client(settings);
  client.on('error', () => undefined);
  if (address) Object.assign(client, address);
  const answered = new AbortController();
  const ask = async () => {
    await client.connect();
    return (await client.query<Answer>(QUESTION)).rows[0];
  };
  try {
    const asked = ask();
    asked.catch(() => undefined);
    const answer = await Promise.race([asked, endOfPatience(answered.signal)]);
    void client.end().catch(() => undefined);
    if (!answer || answer.readOnly || answer.timeline === null) return { kind: 'other' };
    return { kind: 'primary', timeline: answer.timeline, unconfirmed: answer.unconfirmed };
  } catch (error) {
    // A connection that does not answer does not end by itself either.
    client.connection.stream.destroy();
    // An error of PostgreSQL is an answer as well.
    return { kind: error instanceof pg.DatabaseError ? 'other' : 'silent', error };
  } finally {
    answered.abort();
  }
}
