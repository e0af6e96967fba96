import type { Draft, FormDefinition } from '#contract/define-resource.ts';
import { badFields } from '#server/store/http-error.ts';

/**
 * What is chosen once stays (decisions 35 and 36): the book of an order, whose salary it is, what an installment pays for.
 * @throws {Refusal} 400 at the field that a change would move
 */
export function assertImmutable({ singular, fields }: FormDefinition, before: Draft, patch: Draft): void {
  const moved = Object.entries(fields).filter(
    ([name, field]) => field.immutable && patch[name] !== undefined && patch[name] !== before[name],
  );
  if (moved.length === 0) return;
  throw badFields(
    moved.map(([name, { label }]) => ({
      field: name,
      message: `${label} can't be changed. Delete this ${singular.toLowerCase()} and create another.`,
    })),
  );
}
