import { type RawBuilder, sql } from 'kysely';
import { INVALID_PAGE, PAGE_SIZE, type Page } from '#contract/paging.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { notFound } from '#server/store/http-error.ts';
import { isPageOf, pageAddress, parsePage } from './list-query.ts';

/** What was asked for, and under which address. */
export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** The addresses of the pages around one; none where all rows were asked for. */
export function pagesAround({ path, query }: PageRequest, page: number | undefined, count: number) {
  return {
    next: page !== undefined && isPageOf(page + 1, count) ? pageAddress(path, query, page + 1) : null,
    previous: page !== undefined && page > 1 ? pageAddress(path, query, page - 1) : null,
  };
}

/**
 * A page, or all, of what stands after `from`; `read` gets the limit and offset to end its query with (decision 3).
 * @throws {Refusal} 404 past the end
 */
export async function pageOfRows<T>(
  scope: BranchScope,
  asked: PageRequest,
  from: RawBuilder<unknown>,
  read: (window: RawBuilder<unknown>) => Promise<T[]>,
): Promise<Page<T>> {
  const page = parsePage(asked.query);
  const counted = await scope.first(sql<{ count: number }>`select count(*)::float8 as count ${from}`);
  const count = counted?.count ?? 0;
  if (page !== undefined && !isPageOf(page, count)) throw notFound(INVALID_PAGE);
  const window = page === undefined ? sql`` : sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  return { count, ...pagesAround(asked, page, count), results: await read(window) };
}
