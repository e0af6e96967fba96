import { sql } from 'kysely';
import { CASH, methodProblem, type StoredMethod } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { badFields } from '#server/platform/http-error.ts';
import type { WireRecord } from './record-reader.ts';
import type { Repository } from './repository.ts';

export async function readMethods(scope: BranchScope): Promise<readonly StoredMethod[]> {
  const stored = await scope.first(
    sql<{ payment_methods: readonly StoredMethod[] }>`
      select payment_methods from ${scope.rows('branch_settings')} as own`,
  );
  return stored?.payment_methods ?? [];
}

/** @throws {HttpError} 400 for a method that the branch does not offer, or without the reference that it needs */
export async function assertMethod(
  scope: BranchScope,
  {
    payment_method,
    payment_reference,
  }: object & {
    readonly payment_method?: unknown;
    readonly payment_reference?: unknown;
  },
): Promise<void> {
  if (typeof payment_method !== 'string' || payment_method === CASH) return;
  const problem = methodProblem(await readMethods(scope), payment_method, payment_reference);
  if (problem) throw badFields([problem]);
}

const isPaidOtherwise = (before: WireRecord, after: WireRecord) =>
  before.payment_method !== after.payment_method || before.payment_reference !== after.payment_reference;

/**
 * Money comes and goes by the methods of the branch alone (decision 130). A record that was paid by a method which was
 * removed since can still be changed otherwise.
 */
export function withPaymentMethods({ create, update, remove }: Repository): Repository {
  return {
    async create(scope, mapping, body) {
      const record = await create(scope, mapping, body);
      await assertMethod(scope, record);
      return record;
    },
    async update(scope, mapping, ...change) {
      const written = await update(scope, mapping, ...change);
      if (isPaidOtherwise(written.before, written.after)) await assertMethod(scope, written.after);
      return written;
    },
    remove,
  };
}
