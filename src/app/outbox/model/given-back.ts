import type { Draft } from '#contract/define-resource.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { paidForIn } from '#contract/writes/going-back.ts';
import { declaredWrites, writeOf } from '#contract/writes/registry.ts';

interface Written {
  readonly operation: { readonly resource: string };
  readonly body: Draft;
  readonly before?: Draft | undefined;
}

export const isRefund = ({ operation: { resource } }: Written): boolean =>
  isResourceName(resource) && resourceOf(resource).givesBack !== undefined;

/** Names of everything that gives money back, takes a student out of what was paid for, or brings books back (decision 131). */
export const namesGivingBack = (): readonly string[] => [
  ...allResourceNames.filter((name) => resourceOf(name).givesBack),
  ...declaredWrites.filter(({ goesBack }) => goesBack).map(({ name }) => name),
];

/** What is kept, paid back, credited and forgiven; undefined for refunds and for any other entry. */
export const goingBackIn = ({ operation, body }: Written): Draft | undefined =>
  writeOf(operation.resource)?.goesBack?.(body);

/** What an entry gives money back for, or takes a student out of; undefined for any other entry. */
export const paidBackFor = (entry: Written) =>
  isRefund(entry) || goingBackIn(entry) ? paidForIn(entry) : undefined;
