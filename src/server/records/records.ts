import { sql } from 'kysely';
import type { Draft, Resource } from '#contract/define-resource.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { requireRecordId, toColumns } from '#server/db/columns.ts';
import { studentKeys } from '#server/db/student-keys.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { deletedMeanwhile } from '#server/platform/http-error.ts';
import { assertRules, mergedPatch, parseCreate } from './body.ts';
import { nameColumns, searchColumns } from './list-search.ts';
import { lockMonthShared } from './month-lock.ts';
import { insertRecord } from './record-reader.ts';
import { type Repository, requireRecord } from './repository.ts';
import {
  assertImmutable,
  assertMonthNotEnded,
  assertNoDependents,
  assertVersion,
  countDependents,
} from './write-guards.ts';

/** Locked until the transaction ends; money in piastres. */
export type StoredRow = ColumnValues & { readonly id: string };

export interface CreateAdditions {
  readonly serverFields: ColumnValues;
  readonly afterCreate?: (inserted: { readonly id: string }) => Promise<void>;
}

/** A flag that was not sent begins as its field declares for the user (decision 54). */
const startingFlags = (scope: BranchScope, { fields }: Resource, columns: ColumnValues): ColumnValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { onWithout }]) =>
      onWithout === undefined ? [] : [[name, columns[name] ?? !scope.sees(onWithout)]],
    ),
  );

export interface ResourceHooks {
  /** Locks another row before that of the record which is changed or deleted. */
  readonly lockFirst?: (scope: BranchScope, id: string) => Promise<unknown>;
  /** Also locks the rows that the new record needs. */
  readonly beforeCreate?: (scope: BranchScope, columns: ColumnValues) => Promise<CreateAdditions | undefined>;
  readonly validateUpdate?: (scope: BranchScope, row: StoredRow, columns: ColumnValues) => Promise<void>;
  /** Returns columns that are stored instead of the given ones. */
  readonly replaceColumns?: (
    scope: BranchScope,
    row: StoredRow,
    columns: ColumnValues,
  ) => Promise<ColumnValues>;
  /** May also revert side effects of the record. */
  readonly beforeDelete?: (scope: BranchScope, row: StoredRow) => Promise<void>;
}

function searchedColumns(
  { branchId }: BranchScope,
  { resource, summary, table }: TableMapping,
  record: Draft,
): ColumnValues {
  return {
    ...searchColumns(resource, record),
    ...(summary && nameColumns(record)),
    ...(table === 'student' && studentKeys(branchId, record)),
  };
}

/** FOR UPDATE, after the shared month lock if its resource belongs to months. */
async function lockRow(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
  { lockFirst }: ResourceHooks,
): Promise<StoredRow> {
  const parsed = requireRecordId(id);
  if (mapping.monthRule) await lockMonthShared(scope);
  await lockFirst?.(scope, parsed);
  const row = await scope.first(
    sql<StoredRow>`select * from ${scope.rows(mapping.table)} as r where id = ${parsed} for update`,
  );
  if (!row) throw deletedMeanwhile();
  return row;
}

export function records(hooks: ResourceHooks = {}): Repository {
  return {
    async create(scope, mapping, body) {
      const draft = parseCreate(mapping.resource, body);
      const month = mapping.monthRule && {
        month_id: (await lockMonthShared(scope))?.id ?? null,
        created_by: scope.userId,
      };
      const columns = toColumns(mapping.resource.fields, draft);
      const additions = await hooks.beforeCreate?.(scope, columns);
      const searched = searchedColumns(scope, mapping, { ...draft, ...additions?.serverFields });
      const values = {
        id: draft.id,
        ...columns,
        ...startingFlags(scope, mapping.resource, columns),
        ...additions?.serverFields,
        ...searched,
        ...month,
        created_at: scope.now,
      };
      const record = await insertRecord(scope, mapping, values);
      await additions?.afterCreate?.({ id: record.id });
      return record;
    },

    async update(scope, mapping, id, body, ifMatch) {
      const row = await lockRow(scope, mapping, id, hooks);
      const before = await requireRecord(scope, mapping, id);
      assertVersion(before, ifMatch);
      const patch = mergedPatch(mapping.resource, before, body);
      if (!patch) return { before, after: before };
      assertImmutable(mapping.resource, before, patch);
      const merged = { ...before, ...patch };
      assertRules(mapping.resource, merged, { ...before });
      const columns = toColumns(mapping.resource.fields, patch);
      await assertMonthNotEnded(scope, mapping, row, columns);
      await hooks.validateUpdate?.(scope, row, columns);
      const replaced = await hooks.replaceColumns?.(scope, row, columns);
      await scope.update(mapping.table, sql`id = ${row.id}`, {
        ...columns,
        ...replaced,
        ...searchedColumns(scope, mapping, merged),
      });
      return { before, after: await requireRecord(scope, mapping, id) };
    },

    async remove(scope, mapping, id, ifMatch) {
      const row = await lockRow(scope, mapping, id, hooks);
      const before = await requireRecord(scope, mapping, id);
      assertVersion(before, ifMatch);
      assertNoDependents(mapping, before, await countDependents(scope, mapping, row.id));
      await assertMonthNotEnded(scope, mapping, row);
      await hooks.beforeDelete?.(scope, row);
      await scope.remove(mapping.table, sql`id = ${row.id}`);
      return before;
    },
  };
}
