import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { messages } from '#server/messages/store.en.ts';
import { badField } from '#server/platform/http-error.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import {
  type AuthenticatedUser,
  type Authority,
  BranchScope,
  type Origin,
  type WriteListener,
} from './branch-scope.ts';
import { ofBranch } from './connect.ts';
import type { Database } from './database.ts';
import { inTransaction, limitStatements, timeLimits } from './transaction.ts';

/** Read-only; sees the database as it was when it began. */
export interface Snapshot {
  readonly scope: BranchScope;
  readonly close: () => Promise<void>;
}

type RequestUser = AuthenticatedUser & Authority;
type Work<T> = (scope: BranchScope) => Promise<T>;

const QUERY_CANCELED = '57014';

export function asSearchTooLong(error: unknown): never {
  throw codeOf(error) === QUERY_CANCELED ? badField('search', messages.searchTooSlow) : error;
}

class TimedScope extends BranchScope {
  readonly #deadline: number;
  readonly #transaction: Transaction<Database>;

  constructor(transaction: Transaction<Database>, user: RequestUser, now: Date, limitMs: number) {
    super(transaction, user, { now, isReading: true });
    this.#transaction = transaction;
    this.#deadline = performance.now() + limitMs;
  }

  protected override async run<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    const left = Math.max(1, this.#deadline - performance.now());
    await sql`select ${limitStatements(left)}`.execute(this.#transaction);
    return super.run(query);
  }
}

/** Of another pool, slow readers of `snapshots` never hold the connections of other requests. */
export function createBranchScopeFactory(
  db: Kysely<Database>,
  clock: () => Date,
  listener: WriteListener,
  snapshots: Kysely<Database> = db,
) {
  return {
    read: (user: RequestUser) =>
      new BranchScope(ofBranch(db, user.branchId), user, { now: clock(), isReading: true }),
    /** All statements together end after 5 s with a 400 at `search` (decision 50). */
    search: <T>(user: RequestUser, work: Work<T>): Promise<T> =>
      ofBranch(db, user.branchId)
        .transaction()
        .setAccessMode('read only')
        .execute((transaction) => work(new TimedScope(transaction, user, clock(), timeLimits.search)))
        .catch(asSearchTooLong),
    /** All statements see the database as it was at the first of them. */
    readTogether: <T>(user: RequestUser, work: Work<T>): Promise<T> =>
      ofBranch(db, user.branchId)
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((transaction) =>
          work(new BranchScope(transaction, user, { now: clock(), isReading: true })),
        ),
    /** Uses one of the connections reserved for whole lists. */
    async openSnapshot(user: RequestUser, limitMs: number): Promise<Snapshot> {
      const transaction = await snapshots
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      // A rollback fails only on a broken connection, which PostgreSQL rolls back; the pool discards it.
      const close = () =>
        transaction
          .rollback()
          .execute()
          .catch(() => undefined);
      try {
        await sql`select ${limitStatements(limitMs)}`.execute(transaction);
      } catch (error) {
        await close();
        throw error;
      }
      return { scope: new BranchScope(transaction, user, { now: clock(), isReading: true }), close };
    },
    write: <T>(user: RequestUser & Origin, work: Work<T>): Promise<T> =>
      inTransaction(ofBranch(db, user.branchId), async (transaction) => {
        const scope = new BranchScope(transaction, user, { now: clock(), isReading: false }, listener);
        const answer = await work(scope);
        await scope.runChecks();
        return answer;
      }),
  };
}

export type BranchScopeFactory = ReturnType<typeof createBranchScopeFactory>;
