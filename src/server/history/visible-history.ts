import { type RawBuilder, sql } from 'kysely';
import { permissionFor } from '#contract/record-permissions.ts';
import { DRAWER_CLOSE } from '#contract/resource-names.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { tableOf, tables } from '#server/db/tables.ts';
import { visibleMonth } from '#server/months/months.ts';
import { visibleRecord } from '#server/records/record-permissions.ts';

export const USER_HISTORY = 'user';

/** Returns the resources that a user may not see (decision 46). */
export function hiddenResources({ sees }: Pick<BranchScope, 'sees'>): readonly string[] {
  return tables
    .filter(({ resource }) => !sees(permissionFor(resource, 'read')))
    .map(({ resource }) => resource.name);
}

/** Returns the condition that the user may see an entry. */
export function isVisibleEntry(scope: BranchScope): RawBuilder<unknown> {
  const hidden = [
    ...hiddenResources(scope),
    ...(scope.sees('users.manage') ? [] : [USER_HISTORY]),
    ...(scope.sees('drawer.see-all') ? [] : [DRAWER_CLOSE]),
  ];
  return hidden.length === 0 ? sql`true` : sql`resource <> all(${hidden}::text[])`;
}

/** Returns an entry without the fields that the user may not see, before and after. */
export function visibleEntry(scope: BranchScope, entry: ColumnValues): ColumnValues {
  const { resource } = entry;
  const show = (record: unknown) => {
    if (typeof record !== 'object' || record === null) return record;
    if (resource === 'month') return visibleMonth(scope, record);
    return isResourceName(resource) ? visibleRecord(scope, tableOf(resource), record) : record;
  };
  return { ...entry, before: show(entry.before), after: show(entry.after) };
}
