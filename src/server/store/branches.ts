import type { Kysely } from 'kysely';
import { type AuthenticatedUser, BranchScope, type Origin } from './branch-scope.ts';
import type { Database } from './database.ts';
import { inTransaction } from './transaction.ts';

/** Opens scopes over the database: all that routes get of it. */
export interface Branches {
  /** For reading, outside any transaction. */
  readonly read: (signedIn: AuthenticatedUser) => BranchScope;
  /** Runs `work` in one transaction; from the start again where it lost against others. */
  readonly write: <T>(
    signedIn: AuthenticatedUser & Origin,
    work: (scope: BranchScope) => Promise<T>,
  ) => Promise<T>;
}

export function openBranches(db: Kysely<Database>, clock: () => Date): Branches {
  return {
    read: (signedIn) => new BranchScope(db, signedIn, clock()),
    write: (signedIn, work) =>
      inTransaction(db, (transaction) => work(new BranchScope(transaction, signedIn, clock()))),
  };
}
