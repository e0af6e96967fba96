import type { RecordRow } from '#app/data/record-row.ts';
import { textOf } from '#app/widgets/widget.ts';
import { type Draft, fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import { computedMoney } from '#contract/fields.ts';
import { decimal, type Piastres, parseMoney } from '#contract/money.ts';
import { isTemporaryId } from '../temporary-id.ts';
import type { Asked, Line, Seen, Side, Target } from './trouble.ts';

/** The named facts of a record that it has; the last name is what the matter is about. */
export function linesOf(resource: Resource, row: RecordRow, names: readonly string[]): Line[] {
  return names.flatMap((name, at) => {
    const field = fieldOf(resource, name) ?? resource.installment?.fields[name];
    if (!field || !hasValue(row, name)) return [];
    return [
      { name, field, row, ...(at === names.length - 1 && names.length > 1 && { strong: true as const }) },
    ];
  });
}

const hasValue = (row: RecordRow, name: string) => {
  const value = row[name];
  return value !== null && value !== undefined && value !== '';
};

/** An amount that no field holds: "Paid so far". */
export function amountLine(label: string, amount: Piastres, strong?: true): Line {
  const row = { id: '', amount: decimal(amount) };
  return { name: 'amount', field: computedMoney(label), row, ...(strong && { strong }) };
}

export const askedSide = (...lines: readonly Line[]): Side => ({
  title: 'What was entered',
  groups: [lines],
});
export const nowSide = (...lines: readonly Line[]): Side => ({ title: 'On the server now', groups: [lines] });
/** The server's side in words. */
export const nowSays = (says: string): Side => ({ title: 'On the server now', groups: [], says });

/** Money of a field in piastres; undefined where there is none. */
export function moneyIn(holder: Draft | undefined, name: string | undefined): Piastres | undefined {
  return name === undefined ? undefined : parseMoney(textOf(holder?.[name]));
}

const WHOLE = /^\d+$/;

/** A number of copies; undefined where there is none. */
export function countIn(holder: Draft | undefined, name: string): bigint | undefined {
  const text = textOf(holder?.[name]);
  return WHOLE.test(text) ? BigInt(text) : undefined;
}

/** The record, where it is known to be there. */
export const there = (seen: Seen): RecordRow | undefined => (seen === 'gone' ? undefined : seen);

/** Whether the host has found fault with this field. */
export const faults = ({ row }: Asked, name: string | undefined): boolean =>
  row.problems.some(({ field }) => field === name);

/** The record that an update or delete is about; nothing where the host can't know it yet. */
export function ownTarget({ row, resource }: Asked): { own?: Target } {
  const { kind, recordId } = row.operation;
  return kind === 'create' || isTemporaryId(recordId) ? {} : { own: { resource, id: recordId } };
}

/** The record that a field refers to, before and after the write. */
export function otherTarget({ record }: Asked, resource: Resource, name: string): { other?: Target } {
  const id = textOf(record[name]);
  return id === '' || isTemporaryId(id) ? {} : { other: { resource, id } };
}

/** The names of the fields that a write would change, in the order of its form. */
export function differing({ row, resource }: Asked, now: RecordRow): string[] {
  const { fields } = formOf(resource, { ...row.before, ...row.body });
  return Object.keys(fields).filter(
    (name) => name in row.body && textOf(row.body[name]) !== textOf(now[name]),
  );
}

/** What tells a record from others in a line or two: the first columns that say something. */
export function mainLines(resource: Resource, row: RecordRow): Line[] {
  return linesOf(resource, row, resource.columns)
    .slice(0, MAIN)
    .map(({ strong: _, ...line }) => line);
}

const MAIN = 5;
