import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** A book as far as its stock goes. */
export interface LockedBook {
  readonly id: bigint;
  /** Piastres. */
  readonly sell_price: bigint;
  readonly ordered: bigint;
  readonly paid_out: bigint;
}

/** A book whose stock and price nobody else changes until the transaction ends; undefined where the branch has none of that id. */
export function lockBook(scope: BranchScope, id: unknown): Promise<LockedBook | undefined> {
  return scope.first(sql<LockedBook>`
    select id, sell_price, ordered, paid_out from ${scope.rows('book')} as r where id = ${id} for no key update`);
}

/** "1 copy", "12 copies" */
export function copies(count: bigint): string {
  return `${count} ${count === 1n ? 'copy' : 'copies'}`;
}
