import { sql } from 'kysely';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { isAboveLimit, type PriceRow, parsePercent } from '#contract/rules/discounts.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';

/** Staff lower a price as far as the settings let them (decision 132). */
export async function requireDiscount(
  scope: BranchScope,
  { name, cash }: Resource,
  record: Draft,
  before?: Draft,
): Promise<void> {
  if (!cash?.discount || scope.may('discounts.any')) return;
  const stored = await scope.first(
    sql<{ price_list: readonly PriceRow[]; staff_discount_limit: string }>`
      select price_list, staff_discount_limit from ${scope.rows('branch_settings')} as settings
      where staff_discount_limit is not null`,
  );
  if (!stored) return;
  const limit = { percent: parsePercent(stored.staff_discount_limit), prices: stored.price_list };
  if (isAboveLimit(limit, name, record, before)) scope.assertMay('discounts.any');
}
