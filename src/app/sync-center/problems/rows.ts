import type { RecordRow } from '#app/lib/record-row.ts';
import { linesOf, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { overlayEdit, pendingRecord } from '#app/reads/with-pending.ts';
import { computedText } from '#contract/computed-fields.ts';
import { fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { readPiastres } from '#contract/money.ts';
import type { SeenRecord } from '#contract/problems.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { lineLabels } from '../describe.ts';
import type { DiffColumn, DiffRow } from './problem.ts';
import { messages } from './texts.en.ts';

/** The resource of an entry for one record, with the record that it would produce. */
export interface LocalRecord {
  readonly resource: Resource;
  readonly record: RecordRow;
}

/** Undefined for a write of several records, and for an entry that this build can't read. */
export function localRecordOf(entry: OutboxEntry): LocalRecord | undefined {
  const { resource: name, kind, recordId } = entry.operation;
  if (entry.quarantined || !isResourceName(name)) return undefined;
  const resource = resourceOf(name);
  if (kind === 'create') return { resource, record: pendingRecord(resource, entry) };
  return { resource, record: overlayEdit(resource, entry.before ?? { id: recordId }, entry) };
}

const displayedField = (resource: Resource, name: string): Field | undefined =>
  fieldOf(resource, name) ?? resource.installment?.fields[name];

/** It may be the value that was rejected. */
function readableField(field: Field, value: unknown): Field {
  const unreadable = field.kind === 'money' && readPiastres(value) === undefined;
  return unreadable ? { ...field, kind: 'text' } : field;
}

const NUMERIC = new Set(['money', 'quantity']);

function diffRows(resource: Resource, record: RecordRow, names: readonly string[]): DiffRow[] {
  const emphasized =
    names.length > 1 && names.findLast((name) => NUMERIC.has(displayedField(resource, name)?.kind ?? ''));
  return names.flatMap((name) => {
    const field = displayedField(resource, name);
    const value = record[name];
    if (!field || value === null || value === undefined || value === '') return [];
    const strong = name === emphasized && { strong: true as const };
    return [{ name, field: readableField(field, value), record, ...strong }];
  });
}

function textRow(label: string, value: string): DiffRow {
  return { name: 'text', field: computedText(() => label), record: { id: '', text: value } };
}

/** Fields without a value say so. */
export function valueRows(resource: Resource, record: RecordRow, names: readonly string[]): DiffRow[] {
  return names.flatMap((name) => {
    const rows = diffRows(resource, record, [name]);
    const field = formOf(resource, record).fields[name] ?? fieldOf(resource, name);
    return rows.length > 0 || !field ? rows : [textRow(field.label, messages.emptyValue)];
  });
}

const MAX_MAIN_ROWS = 5;
const IDENTIFYING: ReadonlySet<string> = new Set(['text', 'reference', 'phone', 'money', 'quantity']);

/** Without the balance, which is not computed for a record that is being changed. */
export function mainRows(resource: Resource, record: RecordRow): DiffRow[] {
  const lines = diffRows(resource, record, resource.columns)
    .filter(({ field }) => !field.balance)
    .map(({ strong: _, ...line }) => line);
  const identifying = lines.filter(({ field }) => IDENTIFYING.has(field.kind));
  const others = lines.filter((line) => !identifying.includes(line));
  const main = new Set([...identifying, ...others].slice(0, MAX_MAIN_ROWS));
  return lines.filter((line) => main.has(line));
}

/** The main fields of the record as the server saw it, with its balance. */
function seenRows(seen: SeenRecord): DiffRow[] {
  if (!isResourceName(seen.resource)) return [];
  const resource = resourceOf(seen.resource);
  const balances = resource.columns.filter((name) => displayedField(resource, name)?.balance);
  const rows = diffRows(resource, seen, balances).map((row) => ({ ...row, strong: true as const }));
  return [...mainRows(resource, seen), ...rows];
}

/** Of each line its amount. */
function lineRows(entry: OutboxEntry): DiffRow[][] {
  const labels = lineLabels(entry);
  return linesOf(entry).map(({ resource: name, body }, place) => {
    const resource = resourceOf(name);
    const rows = diffRows(resource, { ...body, id: '' }, [resource.cash?.field ?? '']);
    return rows.map((row) => ({ ...row, field: { ...row.field, label: labels[place] ?? row.field.label } }));
  });
}

function enteredRows(entry: OutboxEntry, allFields: boolean): DiffRow[][] {
  const local = localRecordOf(entry);
  if (!local) {
    const rows = lineRows(entry);
    if (rows.length > 0) return rows;
    const { facts = [] } = writeOf(entry.operation.resource)?.approval?.(entry) ?? {};
    return [facts.map(({ label, value }) => textRow(label, value))];
  }
  const { resource, record } = local;
  const { kind } = entry.operation;
  if (kind === 'delete') return [entry.before ? mainRows(resource, entry.before) : []];
  if (kind === 'update') return [diffRows(resource, record, Object.keys(entry.body))];
  if (allFields) return [diffRows(resource, record, Object.keys(formOf(resource, record).fields))];
  const main = mainRows(resource, record);
  const named = entry.problems.map(({ field }) => field);
  const further = named.filter((name) => main.every((row) => row.name !== name));
  return [[...main, ...diffRows(resource, record, further)]];
}

/** @param allFields of a new record, not only those that tell it from others */
export const enteredColumn = (entry: OutboxEntry, allFields = false): DiffColumn => ({
  title: messages.whatWasEntered,
  groups: enteredRows(entry, allFields).filter((rows) => rows.length > 0),
});

/** A record that several problems name stands there once; of the entry's own record the touched fields. */
export function serverColumn(entry: OutboxEntry): DiffColumn {
  const named = entry.problems.flatMap(({ current, conflicts = [] }) =>
    current ? [current, ...conflicts] : conflicts,
  );
  const { operation, body } = entry;
  const seen = new Map(named.map((record) => [`${record.resource}/${record.id}`, record]));
  const groups = [...seen.values()].map((record) => {
    const isOwn = record.resource === operation.resource && record.id === operation.recordId;
    if (!isOwn || !isResourceName(record.resource) || operation.kind !== 'update') return seenRows(record);
    return valueRows(resourceOf(record.resource), record, Object.keys(body));
  });
  return { title: messages.onServerNow, groups: groups.filter((rows) => rows.length > 0) };
}
