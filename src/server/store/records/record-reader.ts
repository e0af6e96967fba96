import { type RawBuilder, sql } from 'kysely';
import type { BranchScope, Values } from '#server/store/branch-scope.ts';
import { refOf, toWire } from '#server/store/columns.ts';
import { prepared } from '#server/store/prepared-statements.ts';
import { type TableMapping, tableOf, tables } from '#server/store/tables.ts';

/** A record as the wire has it. */
export type WireRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** What an installment takes from its enrolment (decision 12): what its own form does not ask for. */
function isInherited({ resource }: TableMapping, name: string): boolean {
  const field = resource.fields[name];
  if (!resource.installment || !field || resource.installment.fields[name]) return false;
  return field.kind !== 'money' && field.kind !== 'reference';
}

/** A field's value in the row `r`, whose enrolment is `p`. */
export function expressionOf(facts: TableMapping, name: string): RawBuilder<unknown> {
  const computed = facts.computed[name];
  if (computed) return computed;
  const field = facts.resource.fields[name];
  if (!field) throw new Error(`${facts.resource.name} stores no ${name}`);
  const own = refOf(name, field);
  if (!isInherited(facts, name)) return own;
  return sql`case when r.related_id is null then ${own} else p.${sql.ref(name)} end`;
}

function referencesOf({ resource }: TableMapping): { name: string; target: TableMapping }[] {
  return Object.entries(resource.fields).flatMap(([name, { kind, refersTo }]) =>
    kind === 'reference' && refersTo ? [{ name, target: tableOf(refersTo) }] : [],
  );
}

/** The joins of a list: `p` for the enrolment of an installment, and each record referred to under its field's name. */
export function joinsOf(facts: TableMapping, scope: BranchScope): RawBuilder<unknown> {
  const references = referencesOf(facts).map(
    ({ name, target }) =>
      sql`left join ${scope.rows(target.table)} as ${sql.ref(name)}
            on ${sql.ref(`${name}.id`)} = r.${sql.ref(`${name}_id`)}`,
  );
  const enrolment = facts.resource.installment
    ? [sql`left join ${scope.rows(facts.table)} as p on p.id = r.related_id`]
    : [];
  return sql.join([...enrolment, ...references], sql` `);
}

function summaryOf(name: string, target: TableMapping): RawBuilder<unknown> {
  const told = (target.summary ?? []).map(
    (column) => sql`${sql.lit(column)}, ${sql.ref(`${name}.${column}`)}`,
  );
  return sql`json_build_object('id', ${sql.ref(`${name}.id`)}::text, ${sql.join(told)})
    as ${sql.ref(`${name}_data`)}`;
}

function selectionOf(facts: TableMapping): RawBuilder<unknown> {
  const names = [...Object.keys(facts.resource.fields), ...Object.keys(facts.resource.computed)];
  return sql.join([
    sql`r.id`,
    ...(facts.ofMonth ? [sql`r.month_id as month`] : []),
    ...names.map((name) => sql`${expressionOf(facts, name)} as ${sql.ref(name)}`),
    ...referencesOf(facts).map(({ name, target }) => summaryOf(name, target)),
  ]);
}

/** Which rows of the table `r` are this resource's. */
export function isOfKind(facts: TableMapping): RawBuilder<unknown> {
  return facts.kind === undefined ? sql`true` : sql`r.kind = ${facts.kind}`;
}

function wireOf({ resource }: TableMapping, row: Values): WireRecord {
  return { ...toWire(resource, row), id: String(row.id) };
}

/** The whole records of the rows `r` that `where` picks, in the order given. */
export async function readRecords(
  scope: BranchScope,
  facts: TableMapping,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<WireRecord[]> {
  const rows = await scope.all(sql<Values>`
    select ${selectionOf(facts)}
    from ${scope.rows(facts.table)} as r ${joinsOf(facts, scope)}
    where ${where} order by ${order}`);
  return rows.map((row) => wireOf(facts, row));
}

/** Some records, and how many there are of their kind. */
export interface CountedRecords {
  readonly count: number;
  readonly results: readonly WireRecord[];
}

/** The records that `picked` selects by `id`, each with the `count` of all, in the order given. No record, no count. `beginning`: see `kept`. */
export async function readCounted(
  scope: BranchScope,
  facts: TableMapping,
  picked: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  beginning = sql``,
): Promise<CountedRecords> {
  const rows = await scope.all(sql<Values>`
    ${beginning} select picked.count::float8 as of_all, ${selectionOf(facts)}
    from (${picked}) as picked join ${scope.rows(facts.table)} as r on r.id = picked.id ${joinsOf(facts, scope)}
    order by ${order}`);
  const results = rows.map(({ of_all: _count, ...row }) => wireOf(facts, row));
  return { count: Number(rows[0]?.of_all ?? 0), results };
}

/** Inserts a row and answers the record that it makes. What triggers do to the row itself afterwards would not show. */
export async function insertRecord(
  scope: BranchScope,
  facts: TableMapping,
  values: Values,
): Promise<WireRecord> {
  const made = await scope.insert(
    facts.table,
    values,
    sql<Values>`returning *`,
    (inserted) => sql<Values>`
    ${prepared} with made as (${inserted}) select ${selectionOf(facts)} from made as r ${joinsOf(facts, scope)}`,
  );
  if (!made) throw new Error(`no row of ${facts.table} was made`);
  return wireOf(facts, made);
}

/** One record; undefined where the branch has none of that kind and id. */
export async function readRecord(
  scope: BranchScope,
  facts: TableMapping,
  id: bigint,
): Promise<WireRecord | undefined> {
  return (await readRecords(scope, facts, sql`r.id = ${id} and ${isOfKind(facts)}`, sql`r.id`))[0];
}

/** Every resource whose records refer to this one, with the column that does. */
export function referrersOf(facts: TableMapping): { referrer: TableMapping; column: string }[] {
  return tables.flatMap((referrer) =>
    referencesOf(referrer)
      .filter(({ target }) => target.resource.name === facts.resource.name)
      .map(({ name }) => ({ referrer, column: `${name}_id` })),
  );
}
