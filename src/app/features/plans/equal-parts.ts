import { type Day, monthLater } from '#contract/days.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import type { PlanPart } from '#contract/plan-parts.ts';

/**
 * Splits a sum into equal monthly parts; what cannot be divided goes to the first one.
 * @param first the day of the first part
 */
export function equalParts(sum: Piastres, count: number, first: Day): readonly PlanPart[] {
  const each = sum / BigInt(count);
  const rest = sum - each * BigInt(count);
  return Array.from({ length: count }, (_, index) => ({
    due_day: monthLater(first, index),
    amount: formatDecimal(index === 0 ? each + rest : each),
  }));
}
