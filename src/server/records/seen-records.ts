import type { Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import type { SeenRecord } from '#contract/problems.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { readRecord, type WireRecord } from './record-reader.ts';

const isHidden = (scope: BranchScope, { guard }: Resource) => guard !== undefined && !scope.sees(guard.read);

/** An approval shows nothing, so only the user's own role counts (decision 143). */
export const hidesSomething = (scope: BranchScope, { resource }: TableMapping) =>
  isHidden(scope, resource) || hiddenFields(resource, scope.sees).length > 0;

function namesHidden(scope: BranchScope, resource: Resource): (name: string) => boolean {
  if (isHidden(scope, resource)) return (name) => name !== 'id' && name !== 'version';
  const hidden = new Set(hiddenFields(resource, scope.sees));
  return (name) => hidden.has(name);
}

export function visibleRecord(scope: BranchScope, { resource }: TableMapping, record: object): object {
  const isUnseen = namesHidden(scope, resource);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isUnseen(name)));
}

export const asSeen = (scope: BranchScope, mapping: TableMapping, record: WireRecord): SeenRecord => ({
  ...visibleRecord(scope, mapping, record),
  id: record.id,
  resource: mapping.resource.name,
});

/** No property where no amount would be accepted. Piastres. */
export const mostOf = (most: Piastres): { readonly most?: string } =>
  most > 0n ? { most: formatDecimal(most) } : {};

/** The record of a refusal as it is now, which the write has locked; no property if it does not exist. */
export async function seenNow(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<{ readonly current?: SeenRecord }> {
  const record = await readRecord(scope, mapping, id);
  return record ? { current: asSeen(scope, mapping, record) } : {};
}
