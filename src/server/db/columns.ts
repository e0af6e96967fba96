import { type RawBuilder, sql } from 'kysely';
import type { Field, FieldMap } from '#contract/fields.ts';
import { isRecordId } from '#contract/ids.ts';
import { parsePiastres } from '#contract/money.ts';
import { studentPhones } from '#contract/resources/student.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, notFound } from '#server/platform/http-error.ts';
import type { ColumnValues } from './branch-scope.ts';

const ID = /^\d{1,18}$/;

export function parseId(text: string): bigint | undefined {
  return ID.test(text) ? BigInt(text) : undefined;
}

const found = <Id>(id: Id | undefined): Id => {
  if (id === undefined) throw notFound();
  return id;
};

export const requireId = (text: string): bigint => found(parseId(text));

export const parseRecordId = (text: string): string | undefined =>
  isRecordId(text) ? text.toLowerCase() : undefined;

export const requireRecordId = (text: string): string => found(parseRecordId(text));

function columnOf(name: string, field: Field): string {
  return field.kind === 'reference' ? `${name}_id` : name;
}

export function missingReferenceMessage(field: Field): string {
  return messages.missingReference({ label: field.label.toLowerCase() });
}

function toColumnValue(name: string, field: Field, value: unknown): unknown {
  if (value === null || value === '') return null;
  if (field.kind === 'money') return parsePiastres(String(value));
  if (field.kind === 'parts') return JSON.stringify(value);
  if (field.kind === 'quantity') return BigInt(String(value));
  if (field.kind !== 'reference') return value;
  const id = parseRecordId(String(value));
  if (id === undefined) throw badField(name, missingReferenceMessage(field));
  return id;
}

/** Absent fields stay absent, "" becomes null (decision 33), money becomes piastres. */
export function toColumns(fields: FieldMap, body: ColumnValues): Record<string, unknown> {
  const present = Object.entries(fields).filter(([name]) => body[name] !== undefined);
  return Object.fromEntries(
    present.map(([name, field]) => [columnOf(name, field), toColumnValue(name, field, body[name])]),
  );
}

export const phoneColumns = (alias: string): RawBuilder<unknown> =>
  sql.join(studentPhones.map((name) => sql.ref(`${alias}.${name}`)));

/** Piastres as the decimal text of answers: 1250 is "12.50". */
export const decimal = (piastres: RawBuilder<unknown>): RawBuilder<string> =>
  sql`round((${piastres}) / 100.0, 2)::text`;

export function refOf(name: string, field: Field): RawBuilder<unknown> {
  return sql`r.${sql.ref(columnOf(name, field))}`;
}
