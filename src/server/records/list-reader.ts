import { type RawBuilder, sql } from 'kysely';
import { languageNow } from '#contract/messages.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { jsonRows, type RowBatch } from '#server/db/row-batches.ts';
import { notFound } from '#server/platform/http-error.ts';
import { tagOfText } from '#server/platform/text-tag.ts';
import { isPageOf, pageAddress, parsePage } from './list-query.ts';

export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface WholeList {
  /** Weak entity tag: equal tags mean equal answers. */
  readonly tag: string;
  readonly count: number;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  /** Each row as JSON, read while it is consumed, in the transaction of the scope. */
  readonly batches: AsyncIterable<RowBatch<string>>;
}

export interface ListReader {
  /**
   * JSON.
   * @throws {HttpError} 404 past the last page, 400 at an invalid parameter
   */
  readonly page: (scope: BranchScope, request: PageRequest) => Promise<string>;
  /**
   * The scope must be one transaction with one snapshot.
   * @throws {HttpError} 400 at an invalid parameter
   */
  readonly whole: (scope: BranchScope, request: PageRequest) => Promise<WholeList>;
}

/** Includes the language of the request. */
export function tagOfParts(...parts: readonly (string | number | bigint | null | undefined)[]): string {
  return tagOfText(JSON.stringify([languageNow(), ...parts.map(String)]));
}

interface PageContent {
  readonly count: number;
  readonly results: readonly string[];
  readonly totals?: Readonly<Record<string, string>> | undefined;
  readonly counts?: Readonly<Record<string, number>>;
}

/** JSON (decision 3) with the addresses of the next and previous page; null where there is none. */
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

/** @throws {HttpError} 404 for an invalid page number */
export function isWhole({ query }: PageRequest): boolean {
  return parsePage(query) === undefined;
}

/**
 * JSON of one page (decision 3).
 * @param count counts all rows of the query
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
  if (!isPageOf(page, counted)) throw notFound(inputs.invalidPage);
  const results = await read(sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`);
  return pageText(request, page, { count: counted, results: jsonRows(results) });
}
