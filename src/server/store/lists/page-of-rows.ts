import { type RawBuilder, sql } from 'kysely';
import { INVALID_PAGE, PAGE_SIZE, type Page } from '#contract/paging.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
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

/**
 * Reads one page, or all rows, of a query (decision 3).
 * @param from the FROM clause with its conditions
 * @param read runs the query with the given LIMIT and OFFSET at its end
 * @throws {HttpError} 404 past the last page
 */
export async function pageOfRows<T>(
  scope: BranchScope,
  request: PageRequest,
  from: RawBuilder<unknown>,
  read: (limitClause: RawBuilder<unknown>) => Promise<T[]>,
): Promise<Page<T>> {
  const page = parsePage(request.query);
  const counted = await scope.first(sql<{ count: number }>`select count(*)::float8 as count ${from}`);
  const count = counted?.count ?? 0;
  if (page !== undefined && !isPageOf(page, count)) throw notFound(INVALID_PAGE);
  const limitClause = page === undefined ? sql`` : sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  return { count, ...pagesAround(request, page, count), results: await read(limitClause) };
}
