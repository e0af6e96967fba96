import { effectiveDayOf, matchesFilters } from '#app/cache/match-filters.ts';
import { newestFirst } from '#app/cache/newest-first.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { textOf } from '#app/fields/field-control.ts';
import { matchingRecords, textAt } from '#app/fields/reference-options.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { CachedRecord } from '#app/reads/on-demand/cached-records.ts';
import { type ListedRecord, pageWithPending, recordWithPending } from '#app/reads/with-pending.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import { PAGE_SIZE, pageCount } from '#contract/paging.ts';
import { includesRunningMonth } from './pending-in-filters.ts';
import { offlineTotals, type Total } from './totals.ts';

/** Holds a page that this device computed without the server. */
export interface OfflinePage {
  readonly rows: readonly ListedRecord[];
  readonly count: number;
  readonly pages: number;
  /** Number of records that were searched. */
  readonly searched: number;
  /** True if the list is filtered by month, which only the server knows of a record. */
  readonly untold: boolean;
  readonly totals: readonly Total[];
}

const alphabet = new Intl.Collator('ar-u-kn');

/** Compares two records by a column, in the server's order. */
function compare(resource: Resource, name: string, one: RecordRow, other: RecordRow): number {
  const { kind, choices } = fieldOf(resource, name) ?? {};
  if (kind === 'money') {
    // A record without a readable amount sorts as 0.
    const [left, right] = [readPiastres(one[name]) ?? 0n, readPiastres(other[name]) ?? 0n];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (kind === 'timestamp')
    return effectiveDayOf(one) < effectiveDayOf(other)
      ? -1
      : effectiveDayOf(one) > effectiveDayOf(other)
        ? 1
        : 0;
  if (choices) {
    const place = (row: RecordRow) => choices.findIndex(({ value }) => value === row[name]);
    return place(one) - place(other);
  }
  const text = (row: RecordRow) =>
    kind === 'reference' ? textAt(row, `${name}_data.name`) : textOf(row[name]);
  return alphabet.compare(text(one), text(other));
}

function inOrder(resource: Resource, rows: readonly ListedRecord[], ordering: string): ListedRecord[] {
  const name = ordering.replace(/^-/, '');
  const way = ordering.startsWith('-') ? -1 : 1;
  return [...rows].sort(
    ({ record: one }, { record: other }) =>
      way * compare(resource, name, one, other) || newestFirst(one, other),
  );
}

/**
 * Returns a page of the cached records with unsettled entries overlaid, newest first by default. The month
 * of a server record is unknown here: a month's list contains only new records.
 * @param outbox all entries of the owner, in order
 * @param running id of the running month, if any
 */
export function searchOffline(
  resource: Resource,
  kept: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
  search: ListRequest,
  running: string | undefined,
): OfflinePage {
  const { search: typed = '', month, ordering = '-created_at', page } = search;
  const known = new Set(kept.map(({ record }) => record.id));
  const old = kept.flatMap(({ record, ...span }) => recordWithPending(resource, record, outbox, span) ?? []);
  const created = pageWithPending(resource, undefined, outbox, {}).rows.filter(
    ({ record }) => !known.has(record.id),
  );
  const untold = month !== undefined && month !== '';
  const inMonth = [...(includesRunningMonth(search, running) ? created : []), ...(untold ? [] : old)];
  const narrowed = inMonth.filter(({ record }) => matchesFilters(resource, record, search));
  const found = new Set(
    matchingRecords(
      resource,
      narrowed.map(({ record }) => record),
      typed,
    ),
  );
  const rows = inOrder(
    resource,
    narrowed.filter(({ record }) => found.has(record)),
    ordering,
  );
  const start = (page - 1) * PAGE_SIZE;
  return {
    rows: rows.slice(start, start + PAGE_SIZE),
    count: rows.length,
    pages: pageCount(rows.length),
    searched: known.size + created.length,
    untold,
    totals: offlineTotals(resource, rows),
  };
}
