import { dayAt } from '#app/lib/branch-day.ts';
import { isReadable, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { pendingRecord } from '#app/reads/with-pending.ts';
import { displayDay } from '#contract/days.ts';
import { type Draft, type FormDefinition, formOf, type Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { namesIn } from '#contract/resources/name-in.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { receiptOf } from '#contract/writes/define-write.ts';
import { studentNameIn } from '#contract/writes/lines.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { messages } from './texts.en.ts';

const titleOf = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

function subjectOf(resource: Resource, record: Draft): string | undefined {
  if (typeof record.name === 'string') return record.name;
  const references = namesIn(record, ...Object.keys(resource.fields));
  const first = Object.entries(resource.fields).find(([, { kind }]) => kind === 'text')?.[0];
  const text = first === undefined ? undefined : record[first];
  return references || (typeof text === 'string' ? text : undefined);
}

/** The cash, else the first amount; a sentence says so if only the server can compute it. */
function amountIn({ cash, fields }: Resource, record: Draft): string | undefined {
  const name = cash?.field ?? Object.keys(fields).find((field) => fields[field]?.kind === 'money');
  if (name === undefined) return undefined;
  const amount = readPiastres(record[name]);
  if (amount !== undefined) return formatMoney(amount);
  return fields[name]?.optional === false ? undefined : messages.amountUnknown;
}

function changesMoney({ fields }: Resource, { body }: OutboxEntry): boolean {
  return Object.keys(body).some(
    (name) => fields[name]?.kind === 'money' || fields[name]?.kind === 'quantity',
  );
}

function copiesIn({ fields }: FormDefinition, record: Draft): string | undefined {
  const name = Object.keys(fields).find((field) => fields[field]?.kind === 'quantity');
  const copies = name === undefined ? undefined : record[name];
  return typeof copies === 'string' ? messages.copies({ copies: Number(copies) }) : undefined;
}

/** Fields that were only sent along are not named. */
export function changedLabels({ operation, before, body }: OutboxEntry): string[] {
  if (operation.kind !== 'update' || !isResourceName(operation.resource)) return [];
  const { fields } = formOf(resourceOf(operation.resource), { ...before, ...body });
  return Object.entries(fields).flatMap(([name, { label }]) => (name in body ? [label] : []));
}

/** "Mona Adel, Bus"; of a book its name. */
function labelOf({ operation: { resource }, referenced }: OutboxEntry): string {
  if (!isResourceName(resource)) return '';
  const { singular, plural, commonName } = resourceOf(resource);
  const name = referenced.book?.name;
  const kindName = typeof name === 'string' ? name : commonName ? plural : singular;
  return joinParts([studentNameIn(referenced), kindName]);
}

export const lineLabels = (entry: OutboxEntry): readonly string[] => withLines([entry]).map(labelOf);

/** Payments come after the new records. */
export const countNewRecords = ({ body }: Pick<OutboxEntry, 'body'>): number =>
  Array.isArray(body.records) ? body.records.length : 0;

/** Of a field such as `records.0.quantity`; undefined for a field of the whole. */
export function labelOfProblem(entry: OutboxEntry, field: string): string | undefined {
  const [, list, place] = /^(records|payments)\.(\d+)\./.exec(field) ?? [];
  if (list === undefined) return undefined;
  return lineLabels(entry)[Number(place) + (list === 'payments' ? countNewRecords(entry) : 0)];
}

export function actionTitle(kind: string, singular: string): string {
  if (kind === 'create') return singular;
  const values = { kind: singular.toLowerCase() };
  return kind === 'update' ? messages.changeTitle(values) : messages.deleteTitle(values);
}

/**
 * Such as "Installment · Mona Adel · L.E. 500.00 · receipt 1042". An update names the record; an amount or copies only
 * if they were entered.
 */
export function describe(entry: OutboxEntry): string {
  const { resource: name, kind } = entry.operation;
  const write = writeOf(name);
  if (isReadable(entry) && write) return titleOf(...write.describe(entry));
  if (!isReadable(entry) || !isResourceName(name)) {
    return messages.unreadableEntry({ day: displayDay(dayAt(entry.createdAt)) });
  }
  const resource = resourceOf(name);
  const record = {
    ...entry.before,
    ...(kind === 'create' ? pendingRecord(resource, entry) : { ...entry.body, ...entry.expected }),
  };
  const form = formOf(resource, { ...entry.before, ...entry.body });
  const entered = kind === 'update' ? { ...entry.body, ...entry.expected } : record;
  return titleOf(
    actionTitle(kind, form.singular),
    subjectOf(resource, record),
    copiesIn(form, entered),
    kind === 'update' && !changesMoney(resource, entry) ? undefined : amountIn(resource, entered),
    receiptOf(record),
  );
}
