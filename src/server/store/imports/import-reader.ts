import { sql } from 'kysely';
import type { ImportRow } from '#contract/imports.ts';
import { readChangeCounts, versionOf } from '#server/store/branch-changes.ts';
import type { BranchScope, ColumnValues } from '#server/store/branch-scope.ts';
import { readGeneration } from '#server/store/generation.ts';
import { pageOfRows } from '#server/store/lists/page-of-rows.ts';
import { type ListReader, tagOfParts } from '#server/store/lists/whole-list.ts';
import { jsonRows, mapBatches } from '#server/store/row-batches.ts';

/** Names the history entries of imports. */
export const IMPORT = 'import';

/** Represents a stored import. */
export interface StoredImport extends ColumnValues {
  readonly id: bigint;
  readonly target: string;
  readonly file_name: string;
  readonly rows: bigint;
  readonly created_at: string;
  readonly user_name: string;
  readonly undone_at: string | null;
}

/** Returns an import in its wire format. */
export function wireImport({
  id,
  target,
  file_name,
  rows,
  created_at,
  user_name,
  undone_at,
}: StoredImport): ImportRow {
  return { id: String(id), target, file: file_name, rows: Number(rows), created_at, user_name, undone_at };
}

const imports = (scope: BranchScope) => sql`from ${scope.rows('import')} as r`;

async function countImports(scope: BranchScope): Promise<number> {
  const counted = await scope.first(
    sql<{ count: number }>`select count(*)::float8 as count ${imports(scope)}`,
  );
  return counted?.count ?? 0;
}

/** Lists the imports of the branch, newest first. There are few, so they are counted. */
export const importList: ListReader = {
  page: (scope, request) =>
    pageOfRows(
      request,
      () => countImports(scope),
      async (limitClause) =>
        (
          await scope.all(sql<StoredImport>`select r.* ${imports(scope)} order by id desc ${limitClause}`)
        ).map(wireImport),
    ),
  whole: async (scope) => ({
    tag: tagOfParts((await readGeneration(scope)).id, versionOf(await readChangeCounts(scope))),
    count: await countImports(scope),
    batches: mapBatches(
      scope.batches(sql<StoredImport>`select r.* ${imports(scope)} order by id desc`),
      (rows) => jsonRows(rows.map(wireImport)),
    ),
  }),
};
