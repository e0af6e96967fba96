import { sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';

/** Every write counts itself in its own transaction (migration 0013), and a restore begins another generation. */
async function readVersion(scope: BranchScope): Promise<string> {
  const found = await scope.first(sql<{ version: string }>`
    select own.id::text || ' ' || coalesce((select sum(changes) from ${scope.rows('branch_change')} as change), 0) as version
    from current_generation() as own`);
  return found?.version ?? '';
}

/** Holds a question that is under way, and the one that all who came since will share. */
interface Asking {
  readonly current: Promise<string>;
  next?: Promise<string>;
}

/** Reads the versions of branches. Requests that come at the same time share one question to the database. */
export class BranchVersions {
  readonly #asking = new Map<bigint, Asking>();

  /**
   * Returns the version of the scope's branch as it is after this call: equal versions mean that nothing was written between. A question
   * that was asked before this call may not know of the last write, so its answer is not used. Where a shared question fails, each who
   * waited for it asks alone: a broken connection fails at most one request.
   */
  read(scope: BranchScope): Promise<string> {
    const asking = this.#asking.get(scope.branchId);
    if (!asking) return this.#ask(scope);
    const ask = () => this.#ask(scope);
    asking.next ??= asking.current.then(ask, ask);
    return asking.next.catch(() => readVersion(scope));
  }

  #ask(scope: BranchScope): Promise<string> {
    const asking: Asking = { current: readVersion(scope) };
    this.#asking.set(scope.branchId, asking);
    const forget = () => {
      if (this.#asking.get(scope.branchId) === asking) this.#asking.delete(scope.branchId);
    };
    asking.current.then(forget, forget);
    return asking.current;
  }
}
