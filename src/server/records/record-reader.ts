import { type RawBuilder, sql } from 'kysely';
import { versionTag } from '#contract/change.ts';
import { languageNow } from '#contract/messages.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { named } from '#server/db/connections.ts';
import { mapBatches, type RowBatch } from '#server/db/row-batches.ts';
import { type TableMapping, tables } from '#server/db/tables.ts';
import {
  isInherited,
  isOfKind,
  joinsOf,
  type RecordShape,
  referencesOf,
  selectionOf,
  shapeOf,
  type WireRecord,
  wireRecord,
} from './record-columns.ts';

export type { WireRecord };

function selectRecords(
  scope: BranchScope,
  shape: RecordShape,
  { where, order }: { readonly where: RawBuilder<unknown>; readonly order: RawBuilder<unknown> },
): RawBuilder<ColumnValues> {
  const { mapping } = shape;
  return sql`
    select ${selectionOf(shape)}
    from ${scope.rows(mapping.table)} as r ${joinsOf(mapping, scope)}
    where ${where} order by ${order}`;
}

const jsonOf = (shape: RecordShape, rows: readonly ColumnValues[]) =>
  rows.map((row) => JSON.stringify(wireRecord(shape, row)));

/** Rows `r` that match `where`, as JSON. Needs a transaction. */
export function readRecordBatches(
  scope: BranchScope,
  mapping: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): AsyncGenerator<RowBatch<string>> {
  const shape = shapeOf(mapping, scope);
  return mapBatches(scope.batches(selectRecords(scope, shape, { where, order })), (rows) =>
    jsonOf(shape, rows),
  );
}

/** `picked` has the columns `id` and `count`. Without a matching record the count is 0. */
export async function readCounted(
  scope: BranchScope,
  mapping: TableMapping,
  picked: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) {
  const shape = shapeOf(mapping, scope);
  const rows = await scope.all(sql<ColumnValues & { readonly found: string }>`
    select picked.count::text as found, ${selectionOf(shape)}
    from (${picked}) as picked join ${scope.rows(mapping.table)} as r on r.id = picked.id ${joinsOf(mapping, scope)}
    order by ${order}`);
  return { count: Number(rows[0]?.found ?? 0), results: jsonOf(shape, rows) };
}

/** Changes that AFTER triggers make to the row are not included. */
export async function insertRecord(
  scope: BranchScope,
  mapping: TableMapping,
  values: ColumnValues,
): Promise<WireRecord> {
  const shape = shapeOf(mapping, scope);
  const inserted = await scope.insert<ColumnValues>(
    mapping.table,
    values,
    sql`returning *`,
    (insert) =>
      sql`${named} with inserted as (${insert}) select ${selectionOf(shape)} ${scope.isListened(mapping.table) ? sql`, to_jsonb(r) as written_row` : sql``}
        from inserted as r ${joinsOf(mapping, scope)}`,
  );
  if (!inserted) throw new Error(`insert into ${mapping.table} returned no row`);
  return wireRecord(shape, inserted);
}

export async function readRecord(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<WireRecord | undefined> {
  const [record] = await readMatching(scope, mapping, sql`r.id = ${id} and ${isOfKind(mapping)}`, sql`r.id`);
  return record;
}

export async function readMatching(
  scope: BranchScope,
  mapping: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<WireRecord[]> {
  const shape = shapeOf(mapping, scope);
  const rows = await scope.all(selectRecords(scope, shape, { where, order }));
  return rows.map((row) => wireRecord(shape, row));
}

/** Counts changes of referenced names and of inherited fields. With the version it identifies the whole answer. */
function summaryVersionsOf(mapping: TableMapping): RawBuilder<unknown>[] {
  const shown = [
    ...(Object.keys(mapping.resource.fields).some((name) => isInherited(mapping, name)) ? ['p'] : []),
    ...referencesOf(mapping).map(({ name }) => name),
  ];
  return shown.map((name) => sql`coalesce(${sql.ref(`${name}.summary_version`)}, 0)`);
}

export function contentNumberOf(mapping: TableMapping): RawBuilder<unknown> {
  const versions = sql.join([sql`r.id`, sql`r.version`, ...summaryVersionsOf(mapping)]);
  return sql`hashtextextended(concat_ws('.', ${versions}), 0)`;
}

export async function readTagged(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<{ readonly record: WireRecord; readonly tag: string } | undefined> {
  const shape = shapeOf(mapping, scope);
  const row = await scope.first(sql<ColumnValues & { readonly shown: number }>`
    select (${sql.join([sql`0`, ...summaryVersionsOf(mapping)], sql` + `)})::integer as shown, ${selectionOf(shape)}
    from ${scope.rows(mapping.table)} as r ${joinsOf(mapping, scope)} where r.id = ${id} and ${isOfKind(mapping)}`);
  if (!row) return undefined;
  const record = wireRecord(shape, row);
  const isPartial = hiddenFields(mapping.resource, scope.sees).length > 0;
  return { record, tag: versionTag(record.version, row.shown, isPartial, languageNow()) };
}

export function referrersOf(mapping: TableMapping): { referrer: TableMapping; column: string }[] {
  return tables.flatMap((referrer) =>
    referencesOf(referrer)
      .filter(({ target }) => target.resource.name === mapping.resource.name)
      .map(({ name }) => ({ referrer, column: `${name}_id` })),
  );
}
