import type { Resource } from '../define-resource.ts';
import { type ResourceName, resourceNames } from '../resource-names.ts';
import { resourceOf } from './registry.ts';

/** The kind that settles records of this one: salaries settle deductions (decision 15). Undefined where none does. */
export function settlerOf(name: ResourceName): Resource | undefined {
  return resourceNames.map(resourceOf).find(({ settles }) => settles?.kind === name);
}

/** The record that has settled this one, which is final since (decision 35). */
export function settledBy(
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
): { readonly by: Resource; readonly id: string } | undefined {
  const by = settlerOf(resource.name);
  const id = by?.settles && record[by.settles.mark];
  return by && typeof id === 'string' && id !== '' ? { by, id } : undefined;
}
