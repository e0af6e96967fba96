import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isUnsentRecord } from '#app/outbox/store/unsent-records.ts';
import { computedMoney } from '#contract/computed-fields.ts';
import { type Draft, fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { formatDecimal, type Piastres, readPiastres } from '#contract/money.ts';
import type { DiffColumn, DiffRow, LocalMutation, RecordRef, ServerRecord } from './problem.ts';
import { messages } from './texts.en.ts';

const displayedField = (resource: Resource, name: string): Field | undefined =>
  fieldOf(resource, name) ?? resource.installment?.fields[name];

/** It may be the value that was rejected. */
function readableField(field: Field, value: unknown): Field {
  const unreadable = field.kind === 'money' && readPiastres(value) === undefined;
  return unreadable ? { ...field, kind: 'text' } : field;
}

const NUMERIC = new Set(['money', 'quantity']);

export function diffRows(resource: Resource, record: RecordRow, names: readonly string[]): DiffRow[] {
  const emphasized =
    names.length > 1 && names.findLast((name) => NUMERIC.has(displayedField(resource, name)?.kind ?? ''));
  return names.flatMap((name) => {
    const field = displayedField(resource, name);
    if (!field || !hasValue(record, name)) return [];
    return [
      {
        name,
        field: readableField(field, record[name]),
        record,
        ...(name === emphasized && { strong: true as const }),
      },
    ];
  });
}

const hasValue = (record: RecordRow, name: string) => {
  const value = record[name];
  return value !== null && value !== undefined && value !== '';
};

/** For an amount that no field holds, such as "Paid so far". */
export function amountRow(label: string, amount: Piastres, strong?: true): DiffRow {
  const record = { id: '', amount: formatDecimal(amount) };
  return { name: 'amount', field: computedMoney(() => label), record, ...(strong && { strong }) };
}

export const localColumn = (...rows: readonly DiffRow[]): DiffColumn => ({
  title: messages.whatWasEntered,
  groups: [rows],
});
export const serverColumn = (...rows: readonly DiffRow[]): DiffColumn => ({
  title: messages.onServerNow,
  groups: [rows],
});
export const serverColumnText = (text: string): DiffColumn => ({
  title: messages.onServerNow,
  groups: [],
  text,
});

/** In piastres; undefined if it is absent or unreadable. */
export function moneyIn(values: Draft | undefined, name: string | undefined): Piastres | undefined {
  return name === undefined ? undefined : readPiastres(values?.[name]);
}

const WHOLE = /^\d+$/;

/** Undefined if it is absent or not a whole number. */
export function quantityIn(values: Draft | undefined, name: string): bigint | undefined {
  const text = textOf(values?.[name]);
  return WHOLE.test(text) ? BigInt(text) : undefined;
}

export const existingRecord = (record: ServerRecord): RecordRow | undefined =>
  record === 'deleted' ? undefined : record;

/** Within a sentence: "adult course", "installment". */
export const kindOf = ({ resource, record }: LocalMutation): string =>
  formOf(resource, record).singular.toLowerCase();

export const hasProblemAt = ({ entry }: LocalMutation, name: string | undefined): boolean =>
  entry.problems.some(({ field }) => field === name);

/** None for an unsent record. */
export function targetRead({ entry, resource }: LocalMutation): { target?: RecordRef } {
  const { kind, recordId } = entry.operation;
  return kind === 'create' || isUnsentRecord(recordId) ? {} : { target: { resource, id: recordId } };
}

/** None for an unsent record. */
export function relatedRead(
  { record }: LocalMutation,
  resource: Resource,
  name: string,
): { related?: RecordRef } {
  const id = textOf(record[name]);
  return id === '' || isUnsentRecord(id) ? {} : { related: { resource, id } };
}

/** In the form's order. */
export function changedFields({ entry, resource }: LocalMutation, current: RecordRow): string[] {
  const { fields } = formOf(resource, { ...entry.before, ...entry.body });
  return Object.keys(fields).filter(
    (name) => name in entry.body && textOf(entry.body[name]) !== textOf(current[name]),
  );
}

/** The main fields of a new record, the touched fields of a change. */
export function enteredRows({ entry, resource, record }: LocalMutation): DiffRow[] {
  return entry.operation.kind === 'create'
    ? mainRows(resource, record)
    : diffRows(resource, record, Object.keys(entry.body));
}

export function allEnteredRows(mutation: LocalMutation): DiffRow[] {
  const { entry, resource, record } = mutation;
  if (entry.operation.kind !== 'create')
    return enteredRows(mutation).length > 0 ? enteredRows(mutation) : mainRows(resource, record);
  return diffRows(resource, record, Object.keys(formOf(resource, record).fields));
}

const MAX_MAIN_ROWS = 5;
export const IDENTIFYING: ReadonlySet<string> = new Set(['text', 'reference', 'phone', 'money', 'quantity']);

/** Without the balance: it is not computed for a record that is being changed. */
export function mainRows(resource: Resource, record: RecordRow): DiffRow[] {
  const lines = diffRows(resource, record, resource.columns)
    .filter(({ field }) => !field.balance)
    .map(({ strong: _, ...line }) => line);
  const identifying = lines.filter(({ field }) => IDENTIFYING.has(field.kind));
  const others = lines.filter((line) => !identifying.includes(line));
  const main = new Set([...identifying, ...others].slice(0, MAX_MAIN_ROWS));
  return lines.filter((line) => main.has(line));
}
