import { type RawBuilder, sql } from 'kysely';
import { versionTag } from '#contract/change.ts';
import { languageNow } from '#contract/messages.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import {
  type BranchRows,
  type BranchScope,
  type ColumnValues,
  insertOfAnyBranch,
  rowsOfAnyBranch,
} from '#server/store/branch-scope.ts';
import type { TextRow } from '#server/store/prepared-statements.ts';
import { mapBatches, type RowBatch } from '#server/store/row-batches.ts';
import { StatementCache } from '#server/store/statement-cache.ts';
import { type TableMapping, tables } from '#server/store/tables.ts';
import { isInherited, isOfKind, joinsOf, referencesOf } from './record-columns.ts';
import { type RecordJson, recordJsonOf } from './record-json.ts';

/** Represents a record in its wire format. */
export type WireRecord = Readonly<Record<string, unknown>> & {
  readonly id: string;
  /** Grows with each change of the record (decision 41). */
  readonly version: number;
};

/** Returns the record of a row of text: what its JSON says. */
function wireOf(json: RecordJson, row: TextRow): WireRecord {
  return JSON.parse(json.write(row));
}

/** Reads the records whose rows `r` match `where`, in the given order, as JSON. */
async function readRecords(
  scope: BranchScope,
  mapping: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<string[]> {
  const json = recordJsonOf(mapping, scope);
  const rows = await scope.texts(selectRecords(scope, mapping, json, { where, order }));
  return rows.map((row) => json.write(row));
}

/** Returns SQL that selects the records whose rows `r` match `where`, in the given order. */
function selectRecords(
  scope: BranchRows,
  mapping: TableMapping,
  { selection }: RecordJson,
  { where, order }: { readonly where: RawBuilder<unknown>; readonly order: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select ${selection}
    from ${scope.rows(mapping.table)} as r ${joinsOf(mapping, scope)}
    where ${where} order by ${order}`;
}

/** Reads the records whose rows `r` match `where` in batches, in the given order, as JSON. Needs a transaction. */
export function readRecordBatches(
  scope: BranchScope,
  mapping: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): AsyncGenerator<RowBatch<string>> {
  const json = recordJsonOf(mapping, scope);
  const batches = scope.textBatches(selectRecords(scope, mapping, json, { where, order }));
  return mapBatches(batches, (rows) => rows.map((row) => json.write(row)));
}

/** Holds one page of records, each as JSON, and the count of all matching records. */
export interface CountedRecords {
  readonly count: number;
  readonly results: readonly string[];
}

/** Returns SQL that selects the records of `picked` (columns `id` and `count`), in the given order, behind the count. */
function selectCounted(
  scope: BranchRows,
  mapping: TableMapping,
  { selection }: RecordJson,
  { picked, order }: { readonly picked: RawBuilder<unknown>; readonly order: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select picked.count, ${selection}
    from (${picked}) as picked join ${scope.rows(mapping.table)} as r on r.id = picked.id ${joinsOf(mapping, scope)}
    order by ${order}`;
}

/** Returns the page that `selectCounted` has read. Without a matching record the count is 0. */
function countedOf({ write }: RecordJson, rows: readonly TextRow[]): CountedRecords {
  return { count: Number(rows[0]?.[0] ?? 0), results: rows.map((row) => write(row, 1)) };
}

/** Reads the records selected by `picked` (columns `id` and `count`), in the given order. */
export async function readCounted(
  scope: BranchScope,
  mapping: TableMapping,
  picked: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<CountedRecords> {
  const json = recordJsonOf(mapping, scope);
  return countedOf(json, await scope.texts(selectCounted(scope, mapping, json, { picked, order })));
}

const inserts = new StatementCache();

/** Inserts a row and returns its record. Changes that AFTER triggers make to the row are not included. */
export async function insertRecord(
  scope: BranchScope,
  mapping: TableMapping,
  values: ColumnValues,
): Promise<WireRecord> {
  const json = recordJsonOf(mapping, scope);
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const columns = Object.keys(present);
  const insert = inserts.of(`${mapping.resource.name}/${json.hidden}/${columns}`, () => {
    const inserted = insertOfAnyBranch(mapping.table, columns);
    return sql`with inserted as (${inserted} returning *) select ${json.selection} from inserted as r ${joinsOf(mapping, rowsOfAnyBranch)}`;
  });
  const [inserted] = await scope.prepared(insert, present);
  if (!inserted) throw new Error(`insert into ${mapping.table} returned no row`);
  return wireOf(json, inserted);
}

/** Reads one record; undefined if the branch has none of that resource and id. */
export async function readRecord(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<WireRecord | undefined> {
  const [text] = await readRecords(scope, mapping, sql`r.id = ${id} and ${isOfKind(mapping)}`, sql`r.id`);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Reads the records whose rows `r` match `where`, in the given order. */
export async function readMatching(
  scope: BranchScope,
  mapping: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<WireRecord[]> {
  return (await readRecords(scope, mapping, where, order)).map((text) => JSON.parse(text));
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
  const json = recordJsonOf(mapping, scope);
  const [row] = await scope.texts(sql`
    select (${sql.join([sql`0`, ...summaryVersionsOf(mapping)], sql` + `)})::integer, ${json.selection}
    from ${scope.rows(mapping.table)} as r ${joinsOf(mapping, scope)} where r.id = ${id} and ${isOfKind(mapping)}`);
  if (!row) return undefined;
  const record: WireRecord = JSON.parse(json.write(row, 1));
  const isPartial = hiddenFields(mapping.resource, scope.sees).length > 0;
  return { record, tag: versionTag(record.version, Number(row[0]), isPartial, languageNow()) };
}

/** Returns the resources that refer to this one, with the referencing column. */
export function referrersOf(mapping: TableMapping): { referrer: TableMapping; column: string }[] {
  return tables.flatMap((referrer) =>
    referencesOf(referrer)
      .filter(({ target }) => target.resource.name === mapping.resource.name)
      .map(({ name }) => ({ referrer, column: `${name}_id` })),
  );
}
