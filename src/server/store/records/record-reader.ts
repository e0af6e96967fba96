import { type RawBuilder, sql } from 'kysely';
import { versionTag } from '#contract/change.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import type { BranchScope, ColumnValues } from '#server/store/branch-scope.ts';
import { refOf, toWire } from '#server/store/columns.ts';
import { prepared } from '#server/store/prepared-statements.ts';
import { mapBatches, type RowBatch } from '#server/store/row-batches.ts';
import { type TableMapping, tableOf, tables } from '#server/store/tables.ts';

/** Represents a record in its wire format. */
export type WireRecord = Readonly<Record<string, unknown>> & {
  readonly id: string;
  /** Grows with each change of the record (decision 41). */
  readonly version: number;
};

/** Tells whether installments show this field of the record that they pay for (decisions 12 and 42). */
function isInherited({ resource, computed }: TableMapping, name: string): boolean {
  const field = computed[name] ? undefined : resource.fields[name];
  if (!resource.installment || !field || resource.installment.fields[name]) return false;
  return field.kind !== 'money' && field.kind !== 'reference';
}

/** Returns the SQL expression of a field, for row `r` and the record `p` that it pays for. */
export function expressionOf(mapping: TableMapping, name: string): RawBuilder<unknown> {
  const computed = mapping.computed[name];
  if (computed) return computed;
  const field = mapping.resource.fields[name];
  if (!field) throw new Error(`${mapping.resource.name} has no column for ${name}`);
  const own = refOf(name, field);
  if (!isInherited(mapping, name)) return own;
  return sql`case when r.related_id is null then ${own} else p.${sql.ref(name)} end`;
}

function referencesOf({ resource }: TableMapping): { name: string; target: TableMapping }[] {
  return Object.entries(resource.fields).flatMap(([name, { kind, refersTo }]) =>
    kind === 'reference' && refersTo ? [{ name, target: tableOf(refersTo) }] : [],
  );
}

/** Returns the joins of a list: `p` for what an installment pays for, and each referenced record under its field's name. */
export function joinsOf(mapping: TableMapping, scope: BranchScope): RawBuilder<unknown> {
  const references = referencesOf(mapping).map(
    ({ name, target }) =>
      sql`left join ${scope.rows(target.table)} as ${sql.ref(name)}
            on ${sql.ref(`${name}.id`)} = r.${sql.ref(`${name}_id`)}`,
  );
  const payable = mapping.resource.installment
    ? [sql`left join ${scope.rows(mapping.table)} as p on p.id = r.related_id`]
    : [];
  return sql.join([...payable, ...references], sql` `);
}

function summaryOf(name: string, target: TableMapping): RawBuilder<unknown> {
  const summaryColumns = (target.summary ?? []).map(
    (column) => sql`${sql.lit(column)}, ${sql.ref(`${name}.${column}`)}`,
  );
  return sql`json_build_object('id', ${sql.ref(`${name}.id`)}::text, ${sql.join(summaryColumns)})
    as ${sql.ref(`${name}_data`)}`;
}

/**
 * Returns the selected columns of a record. Fields that the user of a read may not see are not even read; a write reads all, since the
 * history and the merge need them.
 */
function selectionOf(mapping: TableMapping, scope: BranchScope): RawBuilder<unknown> {
  const hidden = new Set(scope.isReading ? hiddenFields(mapping.resource, scope.sees) : []);
  const names = [...Object.keys(mapping.resource.fields), ...Object.keys(mapping.resource.computed)].filter(
    (name) => !hidden.has(name),
  );
  return sql.join([
    sql`r.id`,
    sql`r.version`,
    ...(mapping.monthRule ? [sql`r.month_id as month`] : []),
    ...(mapping.resource.cash ? [sql`r.created_by as recorded_by`] : []),
    ...names.map((name) => sql`${expressionOf(mapping, name)} as ${sql.ref(name)}`),
    ...referencesOf(mapping).map(({ name, target }) => summaryOf(name, target)),
  ]);
}

/** Returns the condition that a row `r` belongs to this resource. */
export function isOfKind(mapping: TableMapping): RawBuilder<unknown> {
  return mapping.kind === undefined ? sql`true` : sql`r.kind = ${mapping.kind}`;
}

function wireOf({ resource }: TableMapping, row: ColumnValues): WireRecord {
  return { ...toWire(resource, row), id: String(row.id), version: Number(row.version) };
}

/** Reads the records whose rows `r` match `where`, in the given order. */
export async function readRecords(
  scope: BranchScope,
  mapping: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<WireRecord[]> {
  const rows = await scope.all(selectRecords(scope, mapping, where, order));
  return rows.map((row) => wireOf(mapping, row));
}

function selectRecords(
  scope: BranchScope,
  mapping: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<ColumnValues> {
  return sql<ColumnValues>`
    select ${selectionOf(mapping, scope)}
    from ${scope.rows(mapping.table)} as r ${joinsOf(mapping, scope)}
    where ${where} order by ${order}`;
}

/** Reads the records whose rows `r` match `where` in batches, in the given order. Needs a transaction. */
export function readRecordBatches(
  scope: BranchScope,
  mapping: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): AsyncGenerator<RowBatch<WireRecord>> {
  const batches = scope.batches(selectRecords(scope, mapping, where, order));
  return mapBatches(batches, (rows) => rows.map((row) => wireOf(mapping, row)));
}

/** Holds one page of records and the count of all matching records. */
export interface CountedRecords {
  readonly count: number;
  readonly results: readonly WireRecord[];
}

/**
 * Reads the records selected by `picked` (columns `id` and `count`), in the given order. Without a matching record the count is 0.
 * @param prefix SQL put before the statement, such as `prepared`
 */
export async function readCounted(
  scope: BranchScope,
  mapping: TableMapping,
  picked: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  prefix = sql``,
): Promise<CountedRecords> {
  const rows = await scope.all(sql<ColumnValues>`
    ${prefix} select picked.count::float8 as total_count, ${selectionOf(mapping, scope)}
    from (${picked}) as picked join ${scope.rows(mapping.table)} as r on r.id = picked.id ${joinsOf(mapping, scope)}
    order by ${order}`);
  const results = rows.map(({ total_count: _count, ...row }) => wireOf(mapping, row));
  return { count: Number(rows[0]?.total_count ?? 0), results };
}

/** Inserts a row and returns its record. Changes that AFTER triggers make to the row are not included. */
export async function insertRecord(
  scope: BranchScope,
  mapping: TableMapping,
  values: ColumnValues,
): Promise<WireRecord> {
  const inserted = await scope.insert(
    mapping.table,
    values,
    sql<ColumnValues>`returning *`,
    (insert) => sql<ColumnValues>`
    ${prepared} with inserted as (${insert}) select ${selectionOf(mapping, scope)} from inserted as r ${joinsOf(mapping, scope)}`,
  );
  if (!inserted) throw new Error(`insert into ${mapping.table} returned no row`);
  return wireOf(mapping, inserted);
}

/** Reads one record; undefined if the branch has none of that resource and id. */
export async function readRecord(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<WireRecord | undefined> {
  return (await readRecords(scope, mapping, sql`r.id = ${id} and ${isOfKind(mapping)}`, sql`r.id`))[0];
}

/**
 * Counts the changes of what a record shows of others: their names, and what an installment inherits. With the version it identifies the
 * whole answer.
 */
function summaryVersionsOf(mapping: TableMapping): RawBuilder<unknown>[] {
  const shown = [
    ...(Object.keys(mapping.resource.fields).some((name) => isInherited(mapping, name)) ? ['p'] : []),
    ...referencesOf(mapping).map(({ name }) => name),
  ];
  return shown.map((name) => sql`coalesce(${sql.ref(`${name}.summary_version`)}, 0)`);
}

/** Returns a number that identifies the content of row `r` with what it shows of others, for the entity tag of a list. */
export function contentNumberOf(mapping: TableMapping): RawBuilder<unknown> {
  const versions = sql.join([sql`r.id`, sql`r.version`, ...summaryVersionsOf(mapping)]);
  return sql`hashtextextended(concat_ws('.', ${versions}), 0)`;
}

/** Reads one record with its entity tag: its version, and what changed in the records that it shows. */
export async function readTagged(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<{ readonly record: WireRecord; readonly tag: string } | undefined> {
  const row = await scope.first(sql<ColumnValues>`
    select ${selectionOf(mapping, scope)},
      (${sql.join([sql`0`, ...summaryVersionsOf(mapping)], sql` + `)})::integer as summary_version
    from ${scope.rows(mapping.table)} as r ${joinsOf(mapping, scope)} where r.id = ${id} and ${isOfKind(mapping)}`);
  if (!row) return undefined;
  const { summary_version, ...columns } = row;
  const record = wireOf(mapping, columns);
  const isPartial = hiddenFields(mapping.resource, scope.sees).length > 0;
  return { record, tag: versionTag(record.version, Number(summary_version), isPartial) };
}

/** Returns the resources that refer to this one, with the referencing column. */
export function referrersOf(mapping: TableMapping): { referrer: TableMapping; column: string }[] {
  return tables.flatMap((referrer) =>
    referencesOf(referrer)
      .filter(({ target }) => target.resource.name === mapping.resource.name)
      .map(({ name }) => ({ referrer, column: `${name}_id` })),
  );
}
