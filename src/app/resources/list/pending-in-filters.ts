import { matchesFilters } from '#app/cache/match-filters.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { textAt } from '#app/fields/reference-options.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { type ListedPage, pageWithPending } from '#app/reads/with-pending.ts';
import type { Resource } from '#contract/define-resource.ts';
import { foldForSearch, type Page, pageSizeOf } from '#contract/paging.ts';

/** Whether the host's search would find a record: every word occurs in what it looks through, and in nothing else of the record. */
function isFoundBy(resource: Resource, record: RecordRow, typed: string): boolean {
  const text = foldForSearch(resource.search.map((path) => textAt(record, path)).join('\n'));
  return foldForSearch(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * Whether a list is of every month, or of the one in which what is to be created will be: the one that runs (decision 18).
 * @param running the id of the running month; undefined where none runs
 */
export const includesRunningMonth = ({ month }: Partial<ListRequest>, running: string | undefined): boolean =>
  !month || month === running;

/**
 * Whether a record that no host has yet will be in a list once it arrives.
 * @param running the id of the running month; undefined where none runs
 */
export function willMatch(
  resource: Resource,
  record: RecordRow,
  search: Omit<ListRequest, 'page'>,
  running: string | undefined,
): boolean {
  if (!includesRunningMonth(search, running) || !matchesFilters(resource, record, search)) return false;
  return isFoundBy(resource, record, search.search ?? '');
}

/** Whether a list is narrowed by what a record does not say itself: by words, or by its month. */
export const isFilteredByServer = ({ search, month }: Partial<ListRequest>): boolean =>
  Boolean(search || month);

/**
 * A page of a list that is narrowed by words or by a month, with the unsettled writes laid over it: what is to be created stands on
 * top of page 1 and is counted where it will belong.
 * @param outbox every row of the owner, in order
 * @param size how many rows the host puts on a page
 */
export function pageWithPendingMatches(
  resource: Resource,
  snapshot: Snapshot<Page<RecordRow>>,
  outbox: readonly OutboxEntry[],
  search: ListRequest,
  running: string | undefined,
  size = pageSizeOf(snapshot.data, search.page),
): ListedPage {
  const { search: _words, month: _month, page, ...own } = search;
  const listed = new Set(snapshot.data.results.map(({ id }) => id));
  const { rows, count, pages } = pageWithPending(resource, snapshot, outbox, own, size);
  const known = rows.filter(({ record }) => listed.has(record.id));
  const created = rows.filter(({ record }) => !listed.has(record.id));
  const ours = created.filter(({ record }) => willMatch(resource, record, search, running));
  return {
    rows: page <= 1 ? [...ours, ...known] : known,
    count: count - created.length + ours.length,
    pages,
  };
}
