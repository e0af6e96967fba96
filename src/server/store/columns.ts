import { type RawBuilder, sql } from 'kysely';
import { labelOf } from '#contract/choices.ts';
import { displayOf, fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field, FieldMap } from '#contract/fields.ts';
import { formatDecimal, parsePiastres } from '#contract/money.ts';
import type { Values } from './branch-scope.ts';
import { badField } from './http-error.ts';

const ID = /^\d{1,18}$/;

/** Ids are opaque text outside and bigint inside; undefined for text that can't be one of ours. */
export function parseId(text: string): bigint | undefined {
  return ID.test(text) ? BigInt(text) : undefined;
}

/** The column behind a field: its own name, or the id of what it refers to. */
function columnOf(name: string, field: Field): string {
  return field.kind === 'reference' ? `${name}_id` : name;
}

/** The sentence for a reference to something that is not there. */
export function gone(field: Field): string {
  return `This ${field.label.toLowerCase()} does not exist any more. Choose another one.`;
}

function stored(name: string, field: Field, value: unknown): unknown {
  if (value === null || value === '') return null;
  if (field.kind === 'money') return parsePiastres(String(value));
  if (field.kind === 'quantity') return BigInt(String(value));
  if (field.kind !== 'reference') return value;
  const id = parseId(String(value));
  if (id === undefined) throw badField(name, gone(field));
  return id;
}

/**
 * The columns of a parsed body. Fields that are absent stay absent, "" is nothing (decision 33), money becomes piastres.
 * @throws {Refusal} 400 at a reference that can't be an id of ours
 */
export function toColumns(fields: FieldMap, body: Values): Record<string, unknown> {
  const present = Object.entries(fields).filter(([name]) => body[name] !== undefined);
  return Object.fromEntries(
    present.map(([name, field]) => [columnOf(name, field), stored(name, field, body[name])]),
  );
}

/** A row as the wire has it: ids and copies as text, piastres as decimal text, some choices with their label beside. */
export function toWire(resource: Resource, row: Values): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const field = fieldOf(resource, name);
    if (typeof value === 'bigint')
      wire[name] = field?.kind === 'money' ? formatDecimal(value) : String(value);
    else wire[name] = value;
    if (field?.withLabel && field.choices) wire[displayOf(name)] = labelOf(field.choices, String(value));
  }
  return wire;
}

/** The column of a field in the row `r`. */
export function refOf(name: string, field: Field): RawBuilder<unknown> {
  return sql`r.${sql.ref(columnOf(name, field))}`;
}
