import { type RawBuilder, sql } from 'kysely';
import { labelOf } from '#contract/choices.ts';
import { displayOf, fieldOf } from '#contract/define-resource.ts';
import type { FieldKind } from '#contract/fields.ts';
import { formatDecimal } from '#contract/money.ts';
import { hiddenFields, isClosed } from '#contract/record-permissions.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { refOf } from '#server/db/columns.ts';
import { type TableMapping, tableOf } from '#server/db/tables.ts';

export type WireRecord = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
};

/** An installment shows this field of its payable (decisions 12 and 42). */
export function isInherited({ resource, computed }: TableMapping, name: string): boolean {
  const field = computed[name] ? undefined : resource.fields[name];
  if (!resource.installment || !field || resource.installment.fields[name]) return false;
  return !['money', 'reference', 'listed'].includes(field.kind);
}

export function expressionOf(mapping: TableMapping, name: string): RawBuilder<unknown> {
  const computed = mapping.computed[name];
  if (computed) return computed;
  const field = fieldOf(mapping.resource, name);
  if (!field) throw new Error(`${mapping.resource.name} has no column for ${name}`);
  const column = refOf(name, field);
  if (!isInherited(mapping, name)) return column;
  return sql`case when r.related_id is null then ${column} else p.${sql.ref(name)} end`;
}

export function referencesOf({ resource }: TableMapping): { name: string; target: TableMapping }[] {
  return Object.entries(resource.fields).flatMap(([name, { kind, refersTo }]) =>
    kind === 'reference' && refersTo ? [{ name, target: tableOf(refersTo) }] : [],
  );
}

/** `p` is the payable of an installment; each referenced record has its field's name. */
export function joinsOf(mapping: TableMapping, scope: BranchScope): RawBuilder<unknown> {
  const references = referencesOf(mapping).map(
    ({ name, target }) =>
      sql`left join ${scope.rows(target.table)} as ${sql.ref(name)}
            on ${sql.ref(`${name}.id`)} = r.${sql.ref(`${name}_id`)}`,
  );
  const payable = mapping.resource.installment
    ? [sql`left join ${scope.rows(mapping.table)} as p on p.id = r.related_id`]
    : [];
  const tableJoins = mapping.joins ? [mapping.joins(scope)] : [];
  return sql.join([...payable, ...references, ...tableJoins], sql` `);
}

export function isOfKind({ kind }: TableMapping): RawBuilder<unknown> {
  return kind === undefined ? sql`true` : sql`r.kind = ${sql.lit(kind)}`;
}

/** A read does not even select hidden fields. A write reads all, for the history and the merge. */
export function shapeOf(mapping: TableMapping, { isReading, sees }: Pick<BranchScope, 'isReading' | 'sees'>) {
  const { resource } = mapping;
  const hidden = new Set(isReading ? hiddenFields(resource, sees) : []);
  const names = [...Object.keys(resource.fields), ...Object.keys(resource.computed)];
  return {
    mapping,
    fields: names.flatMap((name) => {
      const field = hidden.has(name) ? undefined : fieldOf(resource, name);
      return field ? [[name, field] as const] : [];
    }),
    /** Shown columns of referenced records, by the field that refers to them. */
    summaries: referencesOf(mapping).map(
      ({ name, target }) => [name, ['id', ...(target.summary ?? [])]] as const,
    ),
  };
}

export type RecordShape = ReturnType<typeof shapeOf>;

const summaryColumn = (name: string, column: string) => `${name}.${column}`;

export function selectionOf({ mapping, fields, summaries }: RecordShape): RawBuilder<unknown> {
  return sql.join([
    sql`r.id`,
    sql`r.version`,
    sql`r.effective_date as day`,
    ...(mapping.monthRule ? [sql`r.month_id as month`] : []),
    ...(isClosed(mapping.resource) ? [sql`r.created_by as recorded_by`] : []),
    ...fields.map(([name]) => sql`${expressionOf(mapping, name)} as ${sql.id(name)}`),
    ...summaries.flatMap(([name, columns]) =>
      columns.map((column) => sql`${sql.id(name, column)} as ${sql.id(summaryColumn(name, column))}`),
    ),
  ]);
}

const asItIs = (value: unknown) => value;

/** From the driver into the answer; others as text, also ids and counts, which may be bigint. */
const byKind: Readonly<Partial<Record<FieldKind, (value: unknown) => unknown>>> = {
  money: (piastres) => formatDecimal(BigInt(String(piastres))),
  flag: asItIs,
  parts: asItIs,
};

const textOf = (value: unknown) => (value === null ? null : String(value));

/** From a row of `selectionOf`. The order of its members is that of the answer. */
export function wireRecord({ mapping, fields, summaries }: RecordShape, row: ColumnValues): WireRecord {
  const record: Record<string, unknown> = { day: textOf(row.day) };
  if (mapping.monthRule) record.month = textOf(row.month);
  if (isClosed(mapping.resource)) record.recorded_by = textOf(row.recorded_by);
  for (const [name, { kind, withLabel, choices }] of fields) {
    const value = row[name];
    record[name] = value === null ? null : (byKind[kind] ?? String)(value);
    if (withLabel && choices) record[displayOf(name)] = labelOf(choices, String(value));
  }
  for (const [name, columns] of summaries) {
    const shown = columns.map((column) => [column, textOf(row[summaryColumn(name, column)])] as const);
    record[`${name}_data`] = Object.fromEntries(shown);
  }
  return { id: String(row.id), version: Number(row.version), ...record };
}
