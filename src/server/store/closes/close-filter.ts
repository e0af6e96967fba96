import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isDay } from '#contract/days.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { messages } from '#server/store/messages.ts';
import { parseBody } from '#server/store/records/body.ts';

const day = z
  .string()
  .refine((text) => text === '' || isDay(text), { error: () => messages.dayInvalid })
  .default('');
const parameters = z.object({ user: z.string().default(''), created_after: day, created_before: day });

/** Returns the UTC midnight at which a day begins, or so many days later. */
const midnight = (of: string, later: number) =>
  sql`((${of}::date + ${sql.lit(later)})::timestamp at time zone 'UTC')`;

/** Restricts a list to the closes `r` that the user may see and asks for. @throws {HttpError} 400 for a wrong day */
export function closeCondition(
  scope: BranchScope,
  query: Readonly<Record<string, unknown>>,
): RawBuilder<unknown> {
  const { user, created_after, created_before } = parseBody(parameters, query);
  const conditions = [
    scope.sees('drawer.see-all') ? sql`true` : sql`r.user_id = ${scope.userId}`,
    ...(user === '' ? [] : [sql`r.user_id = ${parseId(user) ?? -1n}`]),
    ...(created_after === '' ? [] : [sql`r.created_at >= ${midnight(created_after, 0)}`]),
    ...(created_before === '' ? [] : [sql`r.created_at < ${midnight(created_before, 1)}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Holds what the closes of a list come to, on all of its pages. */
interface CloseSums {
  readonly count: number;
  /** Counted less expected. */
  readonly totals: { readonly difference: string };
  readonly counts: { readonly differing: number };
}

/** Counts closes and adds up their differences. Those without one are not read for it. */
export async function sumCloses(scope: BranchScope, condition: RawBuilder<unknown>): Promise<CloseSums> {
  const sums = await scope.first(sql<{ count: number; differing: number; difference: Piastres }>`
    select every.count, differing.count as differing, differing.sum as difference
    from (select count(*)::float8 as count from ${scope.rows('drawer_close')} as r where ${condition}) as every,
      (select count(*)::float8 as count, coalesce(sum(counted - expected), 0)::bigint as sum
        from ${scope.rows('drawer_close')} as r where ${condition} and counted <> expected) as differing`);
  return {
    count: sums?.count ?? 0,
    totals: { difference: formatDecimal(sums?.difference ?? 0n) },
    counts: { differing: sums?.differing ?? 0 },
  };
}
