import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Holds a locked book's price and stock counts. */
export interface LockedBook {
  readonly id: bigint;
  /** Piastres. */
  readonly sell_price: bigint;
  readonly ordered: bigint;
  readonly paid_out: bigint;
}

/** Locks a book until the transaction ends; undefined if the branch has none of that id. */
export function lockBook(scope: BranchScope, id: unknown): Promise<LockedBook | undefined> {
  return scope.first(sql<LockedBook>`
    select id, sell_price, ordered, paid_out from ${scope.rows('book')} as r where id = ${id} for no key update`);
}
