import pg from 'pg';

/**
 * Returns a connection pool that ignores connection errors.
 * The database is stopped only after another failure, which must be the one reported.
 */
export function poolOf(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', () => undefined);
  return pool;
}
