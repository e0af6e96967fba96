import { matchesFilters, newestFirst } from '#app/cache/filter-and-sort.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { matchingRecords } from '#app/fields/reference-options.ts';
import { twinsBeside } from '#app/fields/twin-records.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { CachedRecord } from '#app/reads/cached-records.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { knownRecords } from '#app/reads/with-pending.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import { PAGE_SIZE, pageCount } from '#contract/paging.ts';
import { includesRunningMonth } from './pending-in-filters.ts';
import { offlineTotals, type Total } from './totals.ts';

export interface OfflinePage {
  readonly rows: readonly ListedRecord[];
  readonly count: number;
  readonly pages: number;
  readonly searched: number;
  /** True if the list is filtered by month, which only the server knows. */
  readonly monthUnknown: boolean;
  readonly totals: readonly Total[];
}

const collator = new Intl.Collator('ar-u-kn');

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
    const rankOf = (record: RecordRow) => choices.findIndex(({ value }) => value === record[name]);
    return rankOf(one) - rankOf(other);
  }
  const text = (record: RecordRow) =>
    kind === 'reference' ? textAt(record, `${name}_data.name`) : textOf(record[name]);
  return collator.compare(text(one), text(other));
}

function sortRecords(resource: Resource, rows: readonly ListedRecord[], ordering: string): ListedRecord[] {
  const name = ordering.replace(/^-/, '');
  const sign = ordering.startsWith('-') ? -1 : 1;
  return [...rows].sort(
    ({ record: one }, { record: other }) =>
      sign * compare(resource, name, one, other) || newestFirst(one, other),
  );
}

/**
 * Searches the cached records with pending entries applied, newest first by default. The month of a server record is
 * unknown here: a month's list contains only new records.
 * @param outbox all entries of the owner, in order
 * @param running id of the running month, if any
 */
export function searchOffline(
  resource: Resource,
  cached: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
  search: ListRequest,
  running: string | undefined,
): OfflinePage {
  const { search: words = '', month, ordering = '-created_at', page } = search;
  const { created, fromServer } = knownRecords(resource, cached, outbox);
  const monthUnknown = month !== undefined && month !== '';
  const inMonth = [
    ...(includesRunningMonth(search, running) ? created : []),
    ...(monthUnknown ? [] : fromServer),
  ];
  const filtered = inMonth.filter(({ record }) => matchesFilters(resource, record, search));
  const found = new Set(
    matchingRecords(
      resource,
      filtered.map(({ record }) => record),
      words,
      twinsBeside,
    ),
  );
  const rows = sortRecords(
    resource,
    filtered.filter(({ record }) => found.has(record)),
    ordering,
  );
  const start = (page - 1) * PAGE_SIZE;
  return {
    rows: rows.slice(start, start + PAGE_SIZE),
    count: rows.length,
    pages: pageCount(rows.length),
    searched: cached.length + created.length,
    monthUnknown,
    totals: offlineTotals(resource, rows),
  };
}
