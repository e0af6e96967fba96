import type { Resource } from '../define-resource.ts';
import { type ResourceName, resourceNames } from '../resource-names.ts';
import { resourceOf } from './registry.ts';

/** Salaries settle deductions (decision 15). */
export function settlerOf(name: ResourceName): Resource | undefined {
  return resourceNames.map(resourceOf).find(({ settles }) => settles?.kind === name);
}

/** A settled record is final (decision 35). */
export function settledBy(
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
): { readonly by: Resource; readonly id: string } | undefined {
  const by = settlerOf(resource.name);
  const id = by?.settles && record[by.settles.mark];
  return by && typeof id === 'string' && id !== '' ? { by, id } : undefined;
}
