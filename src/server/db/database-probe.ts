import pg from 'pg';
import { prepareConnection } from './connect.ts';
import type { DatabaseSettings } from './connections.ts';

const PROBE_LIMIT_MS = 2_000;
const KEEP_CONNECTION_MS = 60_000;

/** On a connection of its own, which no load of requests can take (decision 50). Checks share one answer. */
export function createDatabaseProbe(settings: DatabaseSettings) {
  const pool = new pg.Pool({
    ...settings,
    max: 1,
    connectionTimeoutMillis: PROBE_LIMIT_MS,
    query_timeout: PROBE_LIMIT_MS,
    idleTimeoutMillis: KEEP_CONNECTION_MS,
    onConnect: (client) => prepareConnection(client, settings, PROBE_LIMIT_MS),
  });
  pool.on('error', () => undefined);
  let asked: Promise<unknown> | undefined;
  return {
    async check() {
      // The pool closes a connection that did not answer in time.
      asked ??= pool.query('select 1').finally(() => {
        asked = undefined;
      });
      await asked;
    },
    close: () => pool.end(),
  };
}
