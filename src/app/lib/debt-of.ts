import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';

interface Debt extends NonNullable<Field['balance']> {
  /** The computed field that says what remains. */
  readonly left: string;
}

/** The fields of a debt, where records of this kind have a price of which something may remain. */
export function debtOf(resource: Resource): Debt | undefined {
  for (const [left, { balance }] of Object.entries(resource.computed))
    if (balance) return { left, ...balance };
  return undefined;
}
