import { type RawBuilder, sql } from 'kysely';
import type { BranchRows } from '#server/store/branch-scope.ts';
import { refOf } from '#server/store/columns.ts';
import { type TableMapping, tableOf } from '#server/store/tables.ts';

/** Tells whether installments show this field of the record that they pay for (decisions 12 and 42). */
export function isInherited({ resource, computed }: TableMapping, name: string): boolean {
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

/** Returns the reference fields of a resource with the tables they refer to. */
export function referencesOf({ resource }: TableMapping): { name: string; target: TableMapping }[] {
  return Object.entries(resource.fields).flatMap(([name, { kind, refersTo }]) =>
    kind === 'reference' && refersTo ? [{ name, target: tableOf(refersTo) }] : [],
  );
}

/** Returns the joins of a list: `p` for what an installment pays for, and each referenced record under its field's name. */
export function joinsOf(mapping: TableMapping, scope: BranchRows): RawBuilder<unknown> {
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

/** Returns the condition that a row `r` belongs to this resource. */
export function isOfKind({ kind }: TableMapping): RawBuilder<unknown> {
  return kind === undefined ? sql`true` : sql`r.kind = ${sql.lit(kind)}`;
}
