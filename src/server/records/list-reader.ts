import { type RawBuilder, sql } from 'kysely';
import { languageNow } from '#contract/messages.ts';
import { INVALID_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { jsonRows, type RowBatch } from '#server/db/row-batches.ts';
import { notFound } from '#server/platform/http-error.ts';
import { tagOfText } from '#server/platform/text-tag.ts';
import { isPageOf, pageAddress, parsePage } from './list-query.ts';

/** Holds the path and query string of a list request. */
export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Describes a list without pages: what is known before its rows are read, and the rows in batches. */
export interface WholeList {
  /** Weak entity tag: equal tags mean equal answers. */
  readonly tag: string;
  readonly count: number;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  /** The rows, each as JSON. They are read while they are consumed, in the transaction of the scope. */
  readonly batches: AsyncIterable<RowBatch<string>>;
}

/** Answers a list of the API, by page or as a whole. */
export interface ListReader {
  /** Returns a page as JSON. @throws {HttpError} 404 past the last page, 400 at an invalid parameter */
  readonly page: (scope: BranchScope, request: PageRequest) => Promise<string>;
  /** The scope must be one transaction with one snapshot. @throws {HttpError} 400 at an invalid parameter */
  readonly whole: (scope: BranchScope, request: PageRequest) => Promise<WholeList>;
}

/** Returns the tag of a list that is identified by these parts, in the language of the request. */
export function tagOfParts(...parts: readonly (string | number | bigint | null | undefined)[]): string {
  return tagOfText(JSON.stringify([languageNow(), ...parts.map(String)]));
}

interface PageContent {
  /** All rows of the list. */
  readonly count: number;
  readonly results: readonly string[];
  readonly totals?: Readonly<Record<string, string>> | undefined;
  /** Numbers of rows by a name of the list, such as the ages of debts. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Writes a page (decision 3) as JSON, with the addresses of the next and previous page; null where there is none. */
export function pageText(
  { path, query }: PageRequest,
  page: number,
  { count, results, totals, counts }: PageContent,
): string {
  const address = (number: number) => JSON.stringify(pageAddress(path, query, number));
  const next = isPageOf(page + 1, count) ? address(page + 1) : 'null';
  const previous = page > 1 ? address(page - 1) : 'null';
  const sums = totals ? `,"totals":${JSON.stringify(totals)}` : '';
  const numbers = counts ? `,"counts":${JSON.stringify(counts)}` : '';
  return `{"count":${count},"next":${next},"previous":${previous},"results":[${results.join(',')}]${sums}${numbers}}`;
}

/** Tells whether a request asks for all rows. @throws {HttpError} 404 for an invalid page number */
export function isWhole({ query }: PageRequest): boolean {
  return parsePage(query) === undefined;
}

/**
 * Reads one page of a query (decision 3) and returns it as JSON.
 * @param count counts all its rows
 * @param read runs the query with the given LIMIT and OFFSET at its end
 * @throws {HttpError} 404 past the last page
 */
export async function pageOfRows(
  request: PageRequest,
  count: () => Promise<number>,
  read: (limitClause: RawBuilder<unknown>) => Promise<object[]>,
): Promise<string> {
  const page = parsePage(request.query) ?? 1;
  const counted = await count();
  if (!isPageOf(page, counted)) throw notFound(INVALID_PAGE);
  const results = await read(sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`);
  return pageText(request, page, { count: counted, results: jsonRows(results) });
}
