import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { type Draft, fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import { computedMoney, type Field } from '#contract/fields.ts';
import { formatDecimal, type Piastres, readPiastres } from '#contract/money.ts';
import type { DiffColumn, DiffRow, LocalMutation, ServerRecord, Target } from './problem.ts';

const factOf = (resource: Resource, name: string): Field | undefined =>
  fieldOf(resource, name) ?? resource.installment?.fields[name];

/** An amount that can't be read is shown as it was written: it may be what is refused. */
function shownAs(field: Field, value: unknown): Field {
  const unreadable = field.kind === 'money' && readPiastres(value) === undefined;
  return unreadable ? { ...field, kind: 'text' } : field;
}

const COUNTED = new Set(['money', 'quantity']);

/** The named facts of a record that it has; of several the last amount or number is what the matter is about. */
export function diffRows(resource: Resource, row: RecordRow, names: readonly string[]): DiffRow[] {
  const about = names.length > 1 && names.findLast((name) => COUNTED.has(factOf(resource, name)?.kind ?? ''));
  return names.flatMap((name) => {
    const field = factOf(resource, name);
    if (!field || !hasValue(row, name)) return [];
    return [
      { name, field: shownAs(field, row[name]), row, ...(name === about && { strong: true as const }) },
    ];
  });
}

const hasValue = (row: RecordRow, name: string) => {
  const value = row[name];
  return value !== null && value !== undefined && value !== '';
};

/** An amount that no field holds: "Paid so far". */
export function amountRow(label: string, amount: Piastres, strong?: true): DiffRow {
  const row = { id: '', amount: formatDecimal(amount) };
  return { name: 'amount', field: computedMoney(label), row, ...(strong && { strong }) };
}

export const localColumn = (...lines: readonly DiffRow[]): DiffColumn => ({
  title: 'What was entered',
  groups: [lines],
});
export const serverColumn = (...lines: readonly DiffRow[]): DiffColumn => ({
  title: 'On the server now',
  groups: [lines],
});
/** The server's side in words. */
export const serverColumnText = (says: string): DiffColumn => ({
  title: 'On the server now',
  groups: [],
  says,
});

/** Reads the money of a field in piastres; undefined where there is none or it cannot be read. */
export function moneyIn(holder: Draft | undefined, name: string | undefined): Piastres | undefined {
  return name === undefined ? undefined : readPiastres(holder?.[name]);
}

const WHOLE = /^\d+$/;

/** A number of copies; undefined where there is none. */
export function quantityIn(holder: Draft | undefined, name: string): bigint | undefined {
  const text = textOf(holder?.[name]);
  return WHOLE.test(text) ? BigInt(text) : undefined;
}

/** The record, where it is known to be there. */
export const existingRecord = (seen: ServerRecord): RecordRow | undefined =>
  seen === 'gone' ? undefined : seen;

/** Whether the host has found fault with this field. */
export const hasProblemAt = ({ row }: LocalMutation, name: string | undefined): boolean =>
  row.problems.some(({ field }) => field === name);

/** The record that an update or delete is about; nothing where the host can't know it yet. */
export function ownTarget({ row, resource }: LocalMutation): { own?: Target } {
  const { kind, recordId } = row.operation;
  return kind === 'create' || isTemporaryId(recordId) ? {} : { own: { resource, id: recordId } };
}

/** The record that a field refers to, before and after the write. */
export function otherTarget({ record }: LocalMutation, resource: Resource, name: string): { other?: Target } {
  const id = textOf(record[name]);
  return id === '' || isTemporaryId(id) ? {} : { other: { resource, id } };
}

/** The names of the fields that a write would change, in the order of its form. */
export function changedFields({ row, resource }: LocalMutation, now: RecordRow): string[] {
  const { fields } = formOf(resource, { ...row.before, ...row.body });
  return Object.keys(fields).filter(
    (name) => name in row.body && textOf(row.body[name]) !== textOf(now[name]),
  );
}

const MAIN = 5;
/** Whose it is, its receipt and its money. */
const NAMING = new Set(['text', 'reference', 'phone', 'money', 'quantity']);

/**
 * What tells a record from others at a glance, in the order of its columns. What is still owed is left out: of a record that is
 * being changed nobody has worked it out yet.
 */
export function mainRows(resource: Resource, row: RecordRow): DiffRow[] {
  const lines = diffRows(resource, row, resource.columns)
    .filter(({ field }) => !field.balance)
    .map(({ strong: _, ...line }) => line);
  const naming = lines.filter(({ field }) => NAMING.has(field.kind));
  const others = lines.filter((line) => !naming.includes(line));
  const main = new Set([...naming, ...others].slice(0, MAIN));
  return lines.filter((line) => main.has(line));
}
