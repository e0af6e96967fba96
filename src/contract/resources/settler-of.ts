import type { Resource, SettlementRule } from '../define-resource.ts';
import { type ResourceName, resourceNames } from '../resource-names.ts';
import { resourceOf } from './registry.ts';

export const settlementOf = (settler: Resource | undefined, kind: string): SettlementRule | undefined =>
  settler?.settles?.find((rule) => rule.kind === kind);

/** Salaries settle deductions, advances and bonuses (decisions 15 and 134). */
export function settlerOf(name: ResourceName): Resource | undefined {
  return resourceNames.map(resourceOf).find((settler) => settlementOf(settler, name));
}

/** A settled record is final (decision 35). */
export function settledBy(
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
): { readonly by: Resource; readonly id: string } | undefined {
  const by = settlerOf(resource.name);
  const id = record[settlementOf(by, resource.name)?.mark ?? ''];
  return by && typeof id === 'string' && id !== '' ? { by, id } : undefined;
}
