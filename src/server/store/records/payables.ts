import type { ResourceName } from '#contract/resource-names.ts';
import type { ColumnValues } from '#server/store/branch-scope.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { bookPayoutHooks } from './hooks/book-payouts.ts';
import type { ResourceHooks } from './records.ts';

/** Maps the resources that take installments and have special write rules of their own to these rules. */
const hooks: Readonly<Partial<Record<ResourceName, ResourceHooks>>> = { 'book-payout': bookPayoutHooks };

const none: ResourceHooks = {};

/** Returns the special write rules of a record that takes installments; its installments have none. */
export function payableHooksOf({ resource }: TableMapping): ResourceHooks {
  return hooks[resource.name] ?? none;
}

/** Returns the reference columns that an installment takes over from what it pays for, such as student and book. */
export function referencesIn({ resource }: TableMapping, payable: ColumnValues): ColumnValues {
  const columns = Object.entries(resource.fields).flatMap(([name, { kind }]) =>
    kind === 'reference' ? [`${name}_id`] : [],
  );
  return Object.fromEntries(columns.map((column) => [column, payable[column]]));
}
