import type { Kysely } from 'kysely';
import { type AuthenticatedUser, BranchScope, type Origin } from './branch-scope.ts';
import type { Database } from './database.ts';
import { inTransaction } from './transaction.ts';

/** Creates branch scopes over the database; routes have no other access to it. */
export interface BranchScopeFactory {
  /** Returns a scope for reading, outside any transaction. */
  readonly read: (user: AuthenticatedUser) => BranchScope;
  /** Runs `work` in one transaction, and retries it after a deadlock or serialization failure. */
  readonly write: <T>(
    user: AuthenticatedUser & Origin,
    work: (scope: BranchScope) => Promise<T>,
  ) => Promise<T>;
}

export function createBranchScopeFactory(db: Kysely<Database>, clock: () => Date): BranchScopeFactory {
  return {
    read: (user) => new BranchScope(db, user, clock()),
    write: (user, work) =>
      inTransaction(db, (transaction) => work(new BranchScope(transaction, user, clock()))),
  };
}
