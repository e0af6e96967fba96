import pg from 'pg';
import { prepareConnection } from './connect.ts';
import type { DatabaseSettings } from './connections.ts';

const PROBE_LIMIT_MS = 2_000;
const KEEP_CONNECTION_MS = 60_000;

export interface DatabaseProbe {
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** On a connection of its own, which no load of requests can take (decision 50). Checks share one answer. */
export function createDatabaseProbe(settings: DatabaseSettings): DatabaseProbe {
  const pool = new pg.Pool({
    ...settings,
    max: 1,
    connectionTimeoutMillis: PROBE_LIMIT_MS,
    query_timeout: PROBE_LIMIT_MS,
    idleTimeoutMillis: KEEP_CONNECTION_MS,
    onConnect: (client) => prepareConnection(client, settings, PROBE_LIMIT_MS),
  });
  pool.on('error', () => undefined);
  let asked: Promise<void> | undefined;
  const ask = async () => {
    const client = await pool.connect();
    try {
      await client.query('select 1');
      client.release();
    } catch (error) {
      // A connection that did not answer in time may be dead.
      client.release(true);
      throw error;
    }
  };
  return {
    check() {
      asked ??= ask().finally(() => {
        asked = undefined;
      });
      return asked;
    },
    close: () => pool.end(),
  };
}
