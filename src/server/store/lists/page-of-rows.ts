import { type RawBuilder, sql } from 'kysely';
import { INVALID_PAGE, PAGE_SIZE, type Page } from '#contract/paging.ts';
import { notFound } from '#server/store/http-error.ts';
import { isPageOf, pageAddress, parsePage } from './list-query.ts';

/** Holds the path and query string of a list request. */
export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Returns the addresses of the next and previous page; null without paging. */
export function pagesAround({ path, query }: PageRequest, page: number | undefined, count: number) {
  return {
    next: page !== undefined && isPageOf(page + 1, count) ? pageAddress(path, query, page + 1) : null,
    previous: page !== undefined && page > 1 ? pageAddress(path, query, page - 1) : null,
  };
}

/** Tells whether a request asks for all rows. @throws {HttpError} 404 for an invalid page number */
export function isWhole({ query }: PageRequest): boolean {
  return parsePage(query) === undefined;
}

/**
 * Reads one page of a query (decision 3).
 * @param count counts all its rows
 * @param read runs the query with the given LIMIT and OFFSET at its end
 * @throws {HttpError} 404 past the last page
 */
export async function pageOfRows<T>(
  request: PageRequest,
  count: () => Promise<number>,
  read: (limitClause: RawBuilder<unknown>) => Promise<T[]>,
): Promise<Page<T>> {
  const page = parsePage(request.query) ?? 1;
  const counted = await count();
  if (!isPageOf(page, counted)) throw notFound(INVALID_PAGE);
  const results = await read(sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`);
  return { count: counted, ...pagesAround(request, page, counted), results };
}
