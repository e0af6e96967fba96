import { type RawBuilder, sql } from 'kysely';

/** Sets how long one statement may take, in milliseconds, by kind of request (decision 50). PostgreSQL ends it then with 57014. */
export const timeLimits = {
  /** Every statement that nothing else is said about. */
  read: 15_000,
  /** A whole search, however many statements it needs. */
  search: 5_000,
  /** Every statement of a transaction that may write; longer than a read, because it waits for the locks of others. */
  write: 30_000,
  /** The count of a whole list, or one batch of its rows. */
  wholeList: 30_000,
} as const;

/** Returns the SQL expression that limits the following statements of the transaction. */
export function limitStatements(milliseconds: number): RawBuilder<unknown> {
  return sql`set_config('statement_timeout', ${String(Math.ceil(milliseconds))}, true)`;
}
