import { type RawBuilder, sql } from 'kysely';
import type { BranchScope, Values } from './branch-scope.ts';
import { refOf, toWire } from './columns.ts';
import { type TableFacts, tableOf, tables } from './tables.ts';

/** A record as the wire has it. */
export type WireRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** What an installment takes from its enrolment (decision 12): what its own form does not ask for. */
function isInherited({ resource }: TableFacts, name: string): boolean {
  const field = resource.fields[name];
  if (!resource.installment || !field || resource.installment.fields[name]) return false;
  return field.kind !== 'money' && field.kind !== 'reference';
}

/** A field's value in the row `r`, whose enrolment is `p`. */
export function expressionOf(facts: TableFacts, name: string): RawBuilder<unknown> {
  const computed = facts.computed[name];
  if (computed) return computed;
  const field = facts.resource.fields[name];
  if (!field) throw new Error(`${facts.resource.name} stores no ${name}`);
  const own = refOf(name, field);
  if (!isInherited(facts, name)) return own;
  return sql`case when r.related_id is null then ${own} else p.${sql.ref(name)} end`;
}

function referencesOf({ resource }: TableFacts): { name: string; target: TableFacts }[] {
  return Object.entries(resource.fields).flatMap(([name, { kind, refersTo }]) =>
    kind === 'reference' && refersTo ? [{ name, target: tableOf(refersTo) }] : [],
  );
}

/** The joins of a list: `p` for the enrolment of an installment, and each record referred to under its field's name. */
export function joinsOf(facts: TableFacts, scope: BranchScope): RawBuilder<unknown> {
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

function summaryOf(name: string, target: TableFacts): RawBuilder<unknown> {
  const told = target.summary.map((column) => sql`${sql.lit(column)}, ${sql.ref(`${name}.${column}`)}`);
  return sql`json_build_object('id', ${sql.ref(`${name}.id`)}::text, ${sql.join(told)})
    as ${sql.ref(`${name}_data`)}`;
}

function selectionOf(facts: TableFacts): RawBuilder<unknown> {
  const names = [...Object.keys(facts.resource.fields), ...Object.keys(facts.resource.computed)];
  return sql.join([
    sql`r.id`,
    ...(facts.ofMonth ? [sql`r.month_id as month`] : []),
    ...names.map((name) => sql`${expressionOf(facts, name)} as ${sql.ref(name)}`),
    ...referencesOf(facts).map(({ name, target }) => summaryOf(name, target)),
  ]);
}

/** Which rows of the table `r` are this resource's. */
export function isOfKind(facts: TableFacts): RawBuilder<unknown> {
  return facts.kind === undefined ? sql`true` : sql`r.kind = ${facts.kind}`;
}

/** The whole records of the ids that `picked` selects, in the order given. */
export async function readRecords(
  scope: BranchScope,
  facts: TableFacts,
  picked: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<WireRecord[]> {
  const rows = await scope.all(sql<Values>`
    select ${selectionOf(facts)}
    from ${scope.rows(facts.table)} as r ${joinsOf(facts, scope)}
    where r.id in (${picked}) order by ${order}`);
  return rows.map((row) => ({ ...toWire(facts.resource, row), id: String(row.id) }));
}

/** One record; undefined where the branch has none of that kind and id. */
export async function readRecord(
  scope: BranchScope,
  facts: TableFacts,
  id: bigint,
): Promise<WireRecord | undefined> {
  const picked = sql`select r.id from ${scope.rows(facts.table)} as r where r.id = ${id} and ${isOfKind(facts)}`;
  return (await readRecords(scope, facts, picked, sql`r.id`))[0];
}

/** Every resource whose records refer to this one, with the column that does. */
export function referrersOf(facts: TableFacts): { referrer: TableFacts; column: string }[] {
  return tables.flatMap((referrer) =>
    referencesOf(referrer)
      .filter(({ target }) => target.resource.name === facts.resource.name)
      .map(({ name }) => ({ referrer, column: `${name}_id` })),
  );
}
