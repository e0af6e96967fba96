import { isReadable, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { pendingRecord } from '#app/reads/with-pending.ts';
import { displayDay, localDay } from '#contract/days.ts';
import { type Draft, type FormDefinition, formOf, type Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, readPiastres, sumIfKnown } from '#contract/money.ts';
import { COLLECTION, FAMILY, RECEIPT_PRINT } from '#contract/resource-names.ts';
import { namesIn } from '#contract/resources/name-in.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

/** Returns the record's name, else the names of its references, else its first text field. */
function nameIn(resource: Resource, record: Draft): string | undefined {
  if (typeof record.name === 'string') return record.name;
  const references = namesIn(record, ...Object.keys(resource.fields));
  const first = Object.entries(resource.fields).find(([, { kind }]) => kind === 'text')?.[0];
  const text = first === undefined ? undefined : record[first];
  return references || (typeof text === 'string' ? text : undefined);
}

/** Returns the record's cash, else its first amount; says so if only the server can compute it. */
function amountIn({ cash, fields }: Resource, record: Draft): string | undefined {
  const name = cash?.field ?? Object.keys(fields).find((field) => fields[field]?.kind === 'money');
  if (name === undefined) return undefined;
  const amount = readPiastres(record[name]);
  if (amount !== undefined) return formatMoney(amount);
  return name in fields ? undefined : messages.amountUnknown;
}

/** Returns whether an update changes the record's cash, or an amount or number that it is computed from. */
function changesMoney({ fields }: Resource, { body }: OutboxEntry): boolean {
  return Object.keys(body).some(
    (name) => fields[name]?.kind === 'money' || fields[name]?.kind === 'quantity',
  );
}

function copiesIn({ fields }: FormDefinition, record: Draft): string | undefined {
  const name = Object.keys(fields).find((field) => fields[field]?.kind === 'quantity');
  const copies = name === undefined ? undefined : record[name];
  if (typeof copies !== 'string') return undefined;
  return messages.copies({ copies });
}

/**
 * Returns the labels of the fields that an update changes; none for other entries. What was only sent along is not
 * named.
 */
export function changedLabels({ operation, before, body }: OutboxEntry): string[] {
  if (operation.kind !== 'update' || !isResourceName(operation.resource)) return [];
  const { fields } = formOf(resourceOf(operation.resource), { ...before, ...body });
  return Object.entries(fields).flatMap(([name, { label }]) => (name in body ? [label] : []));
}

/** Returns the title of an entry with lines: what it pays and makes, for whom, the sum of its parts, and the receipt. */
function describeLines(entry: OutboxEntry): string {
  const lines = withLines([entry]);
  const made = lines.filter(({ body }) => body.is_installment !== true);
  const debts = lines.length - made.length;
  const names = lines.flatMap(({ referenced }) => nameOfStudent(referenced) ?? []);
  const amount = sumIfKnown(lines.map(({ body }) => readPiastres(body.paid_amount)));
  const number = entry.body.receipt_number;
  return [
    debts === 0 ? undefined : messages.paymentOfDebts({ count: debts }),
    ...made.map(({ operation: { resource } }) =>
      isResourceName(resource) ? resourceOf(resource).singular : undefined,
    ),
    joinParts([...new Set(names)]),
    amount === undefined ? undefined : formatMoney(amount),
    typeof number === 'string' ? messages.receipt({ number }) : undefined,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns the title of a print: whose receipt it was. */
function describePrint({ referenced }: OutboxEntry): string {
  const number = referenced.record?.receipt_number;
  const receipt = typeof number === 'string' ? messages.receipt({ number }) : undefined;
  return [messages.receiptPrinted, referenced.record && namesIn(referenced.record, 'student'), receipt]
    .filter(Boolean)
    .join(' · ');
}

/** Returns whom a line is for: the student who was picked, or that of the debt. */
function nameOfStudent({ student, related_record: debt }: OutboxEntry['referenced']): string | undefined {
  if (typeof student?.name === 'string') return student.name;
  return debt && (namesIn(debt, 'student') || undefined);
}

/** Returns the title of a decision about two students. */
function describePair({ body, referenced }: OutboxEntry): string {
  const names = [referenced.student, referenced.other].flatMap((one) =>
    typeof one?.name === 'string' ? [one.name] : [],
  );
  return [body.together === true ? messages.putTogether : messages.takenApart, joinParts(names)]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Returns an entry's title, such as "Installment · Mona Adel · L.E. 500.00 · receipt 1042". That of an update names
 * the record, and an amount or copies only if they were entered.
 */
export function describe(entry: OutboxEntry): string {
  const { resource: name, kind } = entry.operation;
  if (isReadable(entry) && name === COLLECTION) return describeLines(entry);
  if (isReadable(entry) && name === RECEIPT_PRINT) return describePrint(entry);
  if (isReadable(entry) && name === FAMILY) return describePair(entry);
  if (!isReadable(entry) || !isResourceName(name)) {
    return messages.unreadableEntry({ day: displayDay(localDay(new Date(entry.createdAt))) });
  }
  const resource = resourceOf(name);
  const record = {
    ...entry.before,
    ...(kind === 'create' ? pendingRecord(resource, entry) : { ...entry.body, ...entry.expected }),
  };
  const form = formOf(resource, { ...entry.before, ...entry.body });
  const { singular } = form;
  const values = { kind: singular.toLowerCase() };
  const verb = kind === 'update' ? messages.changeTitle(values) : messages.deleteTitle(values);
  const entered = kind === 'update' ? { ...entry.body, ...entry.expected } : record;
  const number = record.receipt_number;
  const receipt = typeof number === 'string' ? messages.receipt({ number }) : undefined;
  return [
    kind === 'create' ? singular : verb,
    nameIn(resource, record),
    copiesIn(form, entered),
    kind === 'update' && !changesMoney(resource, entry) ? undefined : amountIn(resource, entered),
    receipt,
  ]
    .filter(Boolean)
    .join(' · ');
}
