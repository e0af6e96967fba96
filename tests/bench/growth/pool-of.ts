import pg from 'pg';

/**
 * Connections of a benchmark. When its database is stopped under it, that is because something else has failed, which is what must
 * be told: the connections themselves have nothing to say.
 */
export function poolOf(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', () => undefined);
  return pool;
}
