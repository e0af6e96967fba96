import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';

interface Debt extends NonNullable<Field['balance']> {
  readonly left: string;
}

/** Undefined for resources without a remaining amount. */
export function debtOf(resource: Resource): Debt | undefined {
  for (const [remaining, { balance }] of Object.entries(resource.computed))
    if (balance) return { left: remaining, ...balance };
  return undefined;
}
