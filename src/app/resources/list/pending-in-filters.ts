import { matchesFilters } from '#app/cache/filter-and-sort.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { textAt } from '#app/fields/field-control.ts';
import { twinsBeside } from '#app/fields/twin-records.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { type ListedPage, overlayPage } from '#app/reads/with-pending.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type Page, pageSizeOf } from '#contract/paging.ts';
import { containsWord, searchedText, wordsOfSearch } from '#contract/search-text.ts';

function isFoundBy(resource: Resource, record: RecordRow, typed: string): boolean {
  const text = searchedText(resource, resource.search, (path) => textAt(record, path));
  return (
    wordsOfSearch(resource, typed).every((word) => containsWord(text, word)) ||
    twinsBeside(resource, [{ record }], typed, []).length > 0
  );
}

/**
 * True for a list of all months or of the running month (decision 18).
 * @param running id of the running month, if any
 */
export const includesRunningMonth = ({ month }: Partial<ListRequest>, running: string | undefined): boolean =>
  !month || month === running;

/**
 * Tells whether a list will contain a record that this device created. The server tells its month once it has the
 * record; null waits for the next month.
 * @param running id of the running month, if any
 */
export function willMatch(
  resource: Resource,
  record: RecordRow,
  search: Omit<ListRequest, 'page'>,
  running: string | undefined,
): boolean {
  const month = record.month === undefined ? running : record.month;
  if (search.month && search.month !== month) return false;
  if (!matchesFilters(resource, record, search)) return false;
  return isFoundBy(resource, record, search.search ?? '');
}

/**
 * Applies pending entries to a page that is filtered by words or a month. New records that match stand on top of page
 * 1 and are counted.
 * @param outbox all entries of the owner, in order
 * @param size number of records on a page of the server
 */
export function pageWithPendingMatches(
  resource: Resource,
  snapshot: Snapshot<Page<RecordRow>>,
  outbox: readonly OutboxEntry[],
  search: ListRequest,
  running: string | undefined,
  size = pageSizeOf(snapshot.data, search.page),
): ListedPage {
  const { search: _words, month: _month, page, ...filters } = search;
  const listed = new Set(snapshot.data.results.map(({ id }) => id));
  const { rows, count, pages } = overlayPage(resource, snapshot, outbox, filters, size);
  const onPage = rows.filter(({ record }) => listed.has(record.id));
  const created = rows.filter(({ record }) => !listed.has(record.id));
  const matching = created.filter(({ record }) => willMatch(resource, record, search, running));
  return {
    rows: page <= 1 ? [...matching, ...onPage] : onPage,
    count: count - created.length + matching.length,
    pages,
  };
}
