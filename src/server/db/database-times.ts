import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Histogram, type MetricFamily, SECONDS } from '#server/platform/exposition.ts';

const waits = new Histogram(
  'branch_desk_database_wait_seconds',
  'Time until a connection to the database was there or given up, by pool.',
  SECONDS,
);
const queries = new Histogram(
  'branch_desk_database_query_seconds',
  'Time from a statement to its answer or failure, by pool.',
  SECONDS,
);

export const databaseTimes = (): MetricFamily[] => [waits.family(), queries.family()];

async function observed<T>(times: Histogram, pool: string, work: Promise<T>): Promise<T> {
  const since = performance.now();
  try {
    return await work;
  } finally {
    times.observe({ pool }, (performance.now() - since) / 1000);
  }
}

export function timed(
  { connect }: Pick<PostgresPool, 'connect'>,
  name: string,
): Pick<PostgresPool, 'connect'> {
  return {
    async connect() {
      const client = await observed(waits, name, connect());
      const query = (text: string, values: readonly unknown[]) =>
        observed(queries, name, client.query(text, values));
      return { query, release: () => client.release() } as PostgresPoolClient;
    },
  };
}
