import { matchesFilters } from '#app/cache/filter-and-sort.ts';
import type { AllFilter, ListRequest } from '#app/cache/query-keys.ts';
import { NEVER_READ, type ReadInterval, type Snapshot } from '#app/cache/snapshot.ts';
import { dayAt, serverTime } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { EntryState, OutboxEntry } from '#app/outbox/model/entry.ts';
import { isRefund } from '#app/outbox/model/given-back.ts';
import { entriesAbout, isMissingFrom, visibilityIn } from '#app/outbox/model/visibility.ts';
import { type Draft, debtOf, formOf, type Resource, rowShape } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, readTerm, sumIfKnown } from '#contract/money.ts';
import { type Page, pageCount, pageSizeOf } from '#contract/paging.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { settlementOf } from '#contract/resources/settler-of.ts';
import { remaining } from '#contract/rules/payable.ts';
import { paysOutCredit } from '#contract/writes/going-back.ts';
import { writeOf } from '#contract/writes/registry.ts';
import type { CachedRecord } from './cached-records.ts';
import { overlayGivenBack } from './overlay-given-back.ts';

/** Once the server has answered, its record replaces both. */
export const valuesAfter = ({ state, body, expected, result }: OutboxEntry) =>
  state === 'done' ? { ...expected, ...body, ...result } : { ...expected, ...result, ...body };

/** In piastres: all of a create, the difference of an edit. Undefined if an amount is unreadable. */
export function changeOf(entry: OutboxEntry, field: string): Piastres | undefined {
  const { kind } = entry.operation;
  const values: Draft = valuesAfter(entry);
  const [previous, next] = [
    kind === 'create' ? 0n : readTerm(entry.before?.[field]),
    readTerm(values[field]),
  ];
  if (kind === 'create') return next;
  if (kind === 'delete') return previous === undefined ? undefined : -previous;
  if (!(field in values)) return 0n;
  return previous === undefined || next === undefined ? undefined : next - previous;
}

/**
 * Adds the record's own edits and its installments (decisions 11 and 14). Returns the same record where nothing is
 * pending; a balance is null where a pending amount is unreadable.
 * @param entries the owner's entries of this resource
 */
function overlayMoney(
  resource: Resource,
  record: RecordRow,
  entries: readonly OutboxEntry[],
  interval: ReadInterval,
): RecordRow {
  const debt = debtOf(resource);
  const remaining = debt && readPiastres(record[debt.left]);
  if (!debt || remaining === undefined) return record;
  const charged: (Piastres | undefined)[] = [];
  const paid: (Piastres | undefined)[] = [];
  for (const entry of entries) {
    if (!isMissingFrom(entry, interval)) continue;
    if (installmentParent(entry) === record.id) paid.push(changeOf(entry, debt.paid));
    else if (entry.operation.recordId === record.id && entry.operation.kind === 'update') {
      charged.push(changeOf(entry, debt.price));
      paid.push(changeOf(entry, debt.paid));
    }
  }
  const [addedPrice, addedPayments] = [sumIfKnown(charged), sumIfKnown(paid)];
  if (addedPrice === undefined || addedPayments === undefined) return { ...record, [debt.left]: null };
  return addedPrice === addedPayments
    ? record
    : { ...record, [debt.left]: formatDecimal(remaining + addedPrice - addedPayments) };
}

/** Price of a record with the changes of it that were made before an entry. */
function priceBefore(
  resource: Resource,
  record: RecordRow,
  entries: readonly OutboxEntry[],
  interval: ReadInterval,
): (seq: number) => Piastres | undefined {
  const price = debtOf(resource)?.price ?? '';
  const isChange = ({ operation }: OutboxEntry) =>
    operation.recordId === record.id && operation.kind === 'update';
  return (seq) =>
    sumIfKnown([
      readPiastres(record[price]),
      ...entries
        .filter((entry) => entry.seq < seq && isChange(entry) && isMissingFrom(entry, interval))
        .map((entry) => changeOf(entry, price)),
    ]);
}

function installmentParent({ body, before }: OutboxEntry): unknown {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  return body.related_record ?? before?.related_record;
}

function referenceDataOf(resource: Resource, entry: OutboxEntry): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const [field, picked] of Object.entries(entry.referenced)) {
    const { id, name, code, phone } = picked;
    if (resource.fields[field]?.kind === 'reference') data[`${field}_data`] = { id, name, code, phone };
  }
  return data;
}

/** An installment takes them from its enrolment (decision 12). */
function fieldsOfParent(resource: Resource, entry: OutboxEntry): Record<string, unknown> {
  const parent = entry.referenced.related_record;
  if (!parent || entry.body.is_installment !== true) return {};
  const names = Object.entries(resource.fields)
    .filter(([, { kind }]) => kind === 'choice' || kind === 'reference')
    .flatMap(([name]) => [name, `${name}_data`]);
  return Object.fromEntries(names.map((name) => [name, parent[name]]));
}

/** The student of a refund is that of the record that was paid for, or the one whose credit is paid out. */
function studentOfRefund(entry: OutboxEntry): Record<string, unknown> {
  const { referenced, body } = entry;
  const { related_record: paidFor } = referenced;
  if (!isRefund(entry) || !paidFor) return {};
  const { id, name, code, phone } = paidFor;
  if (paysOutCredit(body)) return { student: id, student_data: { id, name, code, phone } };
  return { student: paidFor.student, student_data: paidFor.student_data };
}

/** Remaining amount before installments; empty unless price and paid amount are known. */
function remainingOf(resource: Resource, record: Draft): Record<string, string> {
  const debt = debtOf(resource);
  if (!debt || record.is_installment === true) return {};
  const [price, paid] = [readPiastres(record[debt.price]), readPiastres(record[debt.paid])];
  if (price === undefined || paid === undefined) return {};
  return { [debt.left]: formatDecimal(remaining(price, paid)) };
}

/**
 * Shown until the server's record is read. The remaining amount excludes later installments; values that only the
 * server can compute are null.
 */
export function pendingRecord(resource: Resource, entry: OutboxEntry): RecordRow {
  const blank = Object.fromEntries(
    [...Object.keys(resource.fields), ...Object.keys(resource.computed)].map((name) => [name, null]),
  );
  const record = {
    ...blank,
    ...fieldsOfParent(resource, entry),
    ...studentOfRefund(entry),
    ...referenceDataOf(resource, entry),
    ...entry.body,
    ...entry.expected,
    ...remainingOf(resource, { ...entry.body, ...entry.expected }),
    created_at: serverTime(entry.createdAt).toISOString(),
    day: dayAt(entry.createdAt),
    id: entry.operation.recordId,
  };
  const parsed = rowShape(resource).safeParse(record);
  return parsed.success ? { ...record, ...parsed.data } : record;
}

/** Sets only its form's fields and the names of picked records. */
export function overlayEdit(resource: Resource, record: RecordRow, entry: OutboxEntry): RecordRow {
  const form = formOf(resource, record);
  const edited = Object.entries(entry.body).filter(
    ([name, value]) => name in form.fields && value !== undefined,
  );
  return { ...record, ...Object.fromEntries(edited), ...entry.expected, ...referenceDataOf(resource, entry) };
}

const resourceOfEntry = ({ operation: { resource } }: OutboxEntry): Resource | undefined =>
  isResourceName(resource) ? resourceOf(resource) : undefined;

const INTEGER = /^-?\d+$/;
const numberIn = (record: Draft | undefined, field: string): bigint => {
  const text = record?.[field];
  return typeof text === 'string' && INTEGER.test(text) ? BigInt(text) : 0n;
};

function countChange({ operation: { kind }, body, before }: OutboxEntry, field: string): bigint {
  const previous = kind === 'create' ? 0n : numberIn(before, field);
  const next = kind === 'delete' ? 0n : field in body ? numberIn(body, field) : previous;
  return next - previous;
}

/**
 * Stock of a book by orders, payouts and their returns (decisions 14 and 131). Returns the same record where nothing is pending.
 * @param related entries of other resources that change this one's records
 */
function overlayCounts(
  record: RecordRow,
  related: readonly OutboxEntry[],
  interval: ReadInterval,
): RecordRow {
  const changeByField = new Map<string, bigint>();
  for (const entry of related) {
    const declared = writeOf(entry.operation.resource)?.counts;
    if (declared) {
      const { of, by = 0n } = declared.change(entry);
      if (of === record.id && isMissingFrom(entry, interval))
        changeByField.set(declared.into, (changeByField.get(declared.into) ?? 0n) + by);
      continue;
    }
    const counts = resourceOfEntry(entry)?.counts;
    if (!counts || (entry.before ?? entry.body)[counts.reference] !== record.id) continue;
    if (!isMissingFrom(entry, interval)) continue;
    changeByField.set(
      counts.into,
      (changeByField.get(counts.into) ?? 0n) + counts.sign * countChange(entry, counts.by),
    );
  }
  const changes = [...changeByField].filter(([, by]) => by !== 0n);
  if (changes.length === 0) return record;
  const numbers = changes.map(([into, by]) => [into, String(numberIn(record, into) + by)]);
  return { ...record, ...Object.fromEntries(numbers) };
}

/**
 * Deductions, advances and bonuses are settled by salaries (decisions 15 and 134).
 * @param related entries of other resources that change this one's records, in order
 * @param seq position of the entry that creates the record, if pending; earlier salaries do not settle it
 */
function overlaySettlements(
  { name }: Resource,
  record: RecordRow,
  related: readonly OutboxEntry[],
  interval: ReadInterval,
  seq = 0,
): RecordRow {
  let settled = record;
  for (const entry of related) {
    const { operation, body } = entry;
    const settles = settlementOf(resourceOfEntry(entry), name);
    if (!settles || entry.seq < seq || !isMissingFrom(entry, interval)) continue;
    const { reference, mark } = settles;
    const settledBy = settled[mark] ?? null;
    if (operation.kind === 'delete' && settledBy === operation.recordId)
      settled = { ...settled, [mark]: null };
    if (operation.kind === 'create' && settledBy === null && body[reference] === record[reference]) {
      settled = { ...settled, [mark]: operation.recordId };
    }
  }
  return settled;
}

export interface PendingMutation {
  readonly outboxId: string;
  readonly kind: 'create' | 'update' | 'delete';
  readonly state: EntryState;
}

export interface ListedRecord {
  readonly record: RecordRow;
  readonly pending?: PendingMutation;
  /** The remaining amount includes money that the server does not have yet. */
  readonly pendingMoney?: true;
  /** The stock includes copies that the server does not have yet. */
  readonly pendingCounts?: true;
}

export interface ListedPage {
  readonly rows: readonly ListedRecord[];
  readonly count: number;
  readonly pages: number;
}

const pendingOf = ({ id, operation, state }: OutboxEntry): PendingMutation => ({
  outboxId: id,
  kind: operation.kind,
  state,
});

/** Rejected and quarantined edits are not applied; their badge says that they need the user. */
const isOverlaid = ({ state, quarantined }: OutboxEntry) =>
  state !== 'rejected' && (state !== 'blocked' || quarantined === 'waiting-on-dependency');

function newestKnown(shown: RecordRow, entries: readonly OutboxEntry[], interval: ReadInterval) {
  const later = entries.findLast(
    ({ operation, acknowledgedAt, result }) =>
      result?.id === shown.id && operation.kind !== 'delete' && (acknowledgedAt ?? 0) >= interval.began,
  );
  if (!later?.acknowledgedAt) return { known: shown, at: interval };
  // Entries of one record are sent one after another. So the result equals a read at that moment.
  const at = { began: later.acknowledgedAt, ended: later.acknowledgedAt };
  return { known: { ...shown, ...later.result }, at };
}

/**
 * Undefined once a delete has been acknowledged.
 * @param outbox the owner's entries of every resource, in order
 */
export function overlayRecord(
  resource: Resource,
  shown: RecordRow,
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
  seq?: number,
): ListedRecord | undefined {
  const { entriesOfResource: entries, beside: related } = entriesAbout(resource, outbox);
  const { known, at: knownInterval } = newestKnown(shown, entries, interval);
  const paid = overlayMoney(resource, known, entries, knownInterval);
  const summed = overlayGivenBack(
    resource,
    paid,
    related,
    knownInterval,
    priceBefore(resource, known, entries, knownInterval),
  );
  const counted = overlayCounts(summed, related, knownInterval);
  let record = overlaySettlements(resource, counted, related, knownInterval, seq);
  let pending: PendingMutation | undefined;
  for (const entry of entries) {
    if (entry.operation.recordId !== shown.id || entry.operation.kind === 'create') continue;
    if (entry.state === 'done') {
      if (entry.operation.kind === 'delete' && visibilityIn(entry, interval) !== 'in') return undefined;
      continue;
    }
    if (entry.operation.kind === 'update' && isOverlaid(entry)) record = overlayEdit(resource, record, entry);
    pending = pendingOf(entry);
  }
  return {
    record,
    ...(pending && { pending }),
    ...(summed !== known && { pendingMoney: true }),
    ...(counted !== summed && { pendingCounts: true }),
  };
}

export function createdRecord(
  resource: Resource,
  create: OutboxEntry,
  outbox: readonly OutboxEntry[],
): ListedRecord | undefined {
  const { seq, result } = create;
  if (create.state === 'done') {
    // The result equals a read that began and ended with the acknowledgement.
    const acknowledgedAt = create.acknowledgedAt ?? 0;
    return (
      result && overlayRecord(resource, result, outbox, { began: acknowledgedAt, ended: acknowledgedAt }, seq)
    );
  }
  const created = overlayRecord(resource, pendingRecord(resource, create), outbox, NEVER_READ, seq);
  return created && { ...created, pending: created.pending ?? pendingOf(create) };
}

function certainlyMatches(resource: Resource, record: RecordRow, search: Partial<ListRequest>): boolean {
  return !search.search && !search.month && matchesFilters(resource, record, search);
}

/** A listed row with the id of a create is its record, acknowledged or not. */
function unlistedCreates(
  resource: Resource,
  outbox: readonly OutboxEntry[],
  results: readonly RecordRow[],
  interval: ReadInterval,
): OutboxEntry[] {
  const listed = new Set(results.map(({ id }) => id));
  return entriesAbout(resource, outbox).entriesOfResource.filter((entry) => {
    const { operation, state } = entry;
    if (operation.kind !== 'create' || listed.has(operation.recordId)) return false;
    return state !== 'done' || visibilityIn(entry, interval) !== 'in';
  });
}

function createdOnTop(
  resource: Resource,
  outbox: readonly OutboxEntry[],
  search: Partial<ListRequest>,
  results: readonly RecordRow[],
  interval: ReadInterval,
): ListedRecord[] {
  return unlistedCreates(resource, outbox, results, interval)
    .flatMap((entry) => createdRecord(resource, entry, outbox) ?? [])
    .filter(({ record }) => certainlyMatches(resource, record, search))
    .reverse();
}

/**
 * Pure: the snapshot is never changed.
 * @param snapshot undefined before the first read; pending entries still show
 * @param outbox every entry of the owner, recently settled ones included, in order
 * @param size the server's page size, where known better than from this page
 */
export function overlayPage(
  resource: Resource,
  snapshot: Snapshot<Page<RecordRow>> | undefined,
  outbox: readonly OutboxEntry[],
  search: Partial<ListRequest> & AllFilter,
  size = snapshot && pageSizeOf(snapshot.data, search.page ?? 1),
): ListedPage {
  const interval = snapshot ?? NEVER_READ;
  const results = snapshot?.data.results ?? [];
  const listedRows = results.flatMap((record) => overlayRecord(resource, record, outbox, interval) ?? []);
  const onTop = createdOnTop(resource, outbox, search, results, interval);
  const count = Math.max(
    0,
    (snapshot?.data.count ?? 0) - (results.length - listedRows.length) + onTop.length,
  );
  const first = search.page === undefined || search.page <= 1;
  return {
    rows: first ? [...onTop, ...listedRows] : listedRows,
    count,
    pages: pageCount(snapshot?.data.count ?? 0, size),
  };
}

export interface KnownRecords {
  readonly created: readonly ListedRecord[];
  readonly fromServer: readonly ListedRecord[];
}

/** @param outbox all entries of the owner, in order */
export function knownRecords(
  resource: Resource,
  cached: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
): KnownRecords {
  const ids = new Set(cached.map(({ record }) => record.id));
  const created = overlayPage(resource, undefined, outbox, {}).rows;
  return {
    created: created.filter(({ record }) => !ids.has(record.id)),
    fromServer: cached.flatMap(
      ({ record, ...interval }) => overlayRecord(resource, record, outbox, interval) ?? [],
    ),
  };
}
