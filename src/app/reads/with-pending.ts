import { matchesFilters } from '#app/cache/match-filters.ts';
import type { AllFilter, ListRequest } from '#app/cache/query-keys.ts';
import { NEVER_READ, type ReadInterval, type Snapshot } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { entriesAbout } from '#app/outbox/model/entries-about.ts';
import type { EntryState, OutboxEntry } from '#app/outbox/model/entry.ts';
import { visibilityIn } from '#app/outbox/model/snapshot-visibility.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type Page, pageCount, pageSizeOf } from '#contract/paging.ts';
import { withPendingCounts, withPendingSettling } from './pending-effects.ts';
import { withPendingMoney } from './pending-money.ts';
import { editedRecord, pendingRecord } from './pending-record.ts';

/** The write on its way that a shown record carries. */
export interface PendingMutation {
  readonly outboxId: string;
  readonly kind: 'create' | 'update' | 'delete';
  readonly state: EntryState;
}

export interface ListedRecord {
  readonly record: RecordRow;
  readonly pending?: PendingMutation;
  /** Its remaining amount takes account of money that the host does not have yet. */
  readonly pendingMoney?: true;
  /** The same of copies in its stock. */
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

/** Refused and parked edits are not shown as if they held: the badge says that they need a person. */
const takesEffect = ({ state, parked }: OutboxEntry) =>
  state !== 'rejected' && (state !== 'blocked' || parked === 'depends');

/** What is known best of a record: what was read, or what the host answered to a later write of ours. */
function freshest(shown: RecordRow, rows: readonly OutboxEntry[], span: ReadInterval) {
  const later = rows.findLast(
    ({ operation, acknowledgedAt, result }) =>
      result?.id === shown.id && operation.kind !== 'delete' && (acknowledgedAt ?? 0) >= span.began,
  );
  if (!later?.acknowledgedAt) return { known: shown, at: span };
  // Writes on one record follow each other, so the answer is as good as a read at that moment.
  const at = { began: later.acknowledgedAt, ended: later.acknowledgedAt };
  return { known: { ...shown, ...later.result }, at };
}

/**
 * One record with the writes on it laid over, in their order. Undefined once a delete has been acknowledged.
 * @param outbox the owner's rows of every resource, in order
 */
export function recordWithPending(
  resource: Resource,
  shown: RecordRow,
  outbox: readonly OutboxEntry[],
  span: ReadInterval,
  seq?: number,
): ListedRecord | undefined {
  const { own: rows, beside } = entriesAbout(resource, outbox);
  const { known, at } = freshest(shown, rows, span);
  const summed = withPendingMoney(resource, known, rows, at);
  const counted = withPendingCounts(summed, beside, at);
  let record = withPendingSettling(counted, beside, at, seq);
  let pending: PendingMutation | undefined;
  for (const row of rows) {
    if (row.operation.recordId !== shown.id || row.operation.kind === 'create') continue;
    if (row.state === 'done') {
      if (row.operation.kind === 'delete' && visibilityIn(row, span) !== 'in') return undefined;
      continue;
    }
    if (row.operation.kind === 'update' && takesEffect(row)) record = editedRecord(resource, record, row);
    pending = pendingOf(row);
  }
  return {
    record,
    ...(pending && { pending }),
    ...(summed !== known && { pendingMoney: true }),
    ...(counted !== summed && { pendingCounts: true }),
  };
}

/** The record of a create that is on its way, or that the host has acknowledged but no read has brought yet. */
export function createdRecord(
  resource: Resource,
  create: OutboxEntry,
  outbox: readonly OutboxEntry[],
): ListedRecord | undefined {
  const { seq, result } = create;
  if (create.state === 'done') {
    // The host's answer is a read that began and ended with the acknowledgement.
    const at = create.acknowledgedAt ?? 0;
    return result && recordWithPending(resource, result, outbox, { began: at, ended: at }, seq);
  }
  const mine = recordWithPending(resource, pendingRecord(resource, create), outbox, NEVER_READ, seq);
  return mine && { ...mine, pending: mine.pending ?? pendingOf(create) };
}

/** Whether a record that no host has filtered obviously belongs into a list. */
function obviouslyMatches(resource: Resource, record: RecordRow, search: Partial<ListRequest>): boolean {
  return !search.search && !search.month && matchesFilters(resource, record, search);
}

/** The creates to show on top of a list, newest first. */
function createdOnTop(
  resource: Resource,
  outbox: readonly OutboxEntry[],
  search: Partial<ListRequest>,
  listed: ReadonlySet<string>,
  span: ReadInterval,
): ListedRecord[] {
  return entriesAbout(resource, outbox)
    .own.filter(({ operation }) => operation.kind === 'create')
    .filter(
      (row) =>
        row.state !== 'done' || (visibilityIn(row, span) !== 'in' && !listed.has(row.result?.id ?? '')),
    )
    .flatMap((row) => createdRecord(resource, row, outbox) ?? [])
    .filter(({ record }) => obviouslyMatches(resource, record, search))
    .reverse();
}

/**
 * A page of a list with the unsettled writes laid over it. Pure; the page itself is never changed.
 * @param snapshot undefined where nothing was ever read: what is on this device still shows
 * @param outbox every row of the owner, settled tail included, in order, with temporary ids resolved
 * @param size how many rows the host puts on a page, where that is known better than from this one
 */
export function pageWithPending(
  resource: Resource,
  snapshot: Snapshot<Page<RecordRow>> | undefined,
  outbox: readonly OutboxEntry[],
  search: Partial<ListRequest> & AllFilter,
  size = snapshot && pageSizeOf(snapshot.data, search.page ?? 1),
): ListedPage {
  const span = snapshot ?? NEVER_READ;
  const results = snapshot?.data.results ?? [];
  const kept = results.flatMap((record) => recordWithPending(resource, record, outbox, span) ?? []);
  const listed = new Set(results.map(({ id }) => id));
  const onTop = createdOnTop(resource, outbox, search, listed, span);
  const count = Math.max(0, (snapshot?.data.count ?? 0) - (results.length - kept.length) + onTop.length);
  const first = search.page === undefined || search.page <= 1;
  return {
    rows: first ? [...onTop, ...kept] : kept,
    count,
    pages: pageCount(snapshot?.data.count ?? 0, size),
  };
}
