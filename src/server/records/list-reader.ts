import { type RawBuilder, sql } from 'kysely';
import { languageNow } from '#contract/messages.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import { readBranchVersion } from '#server/db/branch-changes.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { readGeneration } from '#server/db/generation.ts';
import { jsonRows, mapBatches, type RowBatch } from '#server/db/row-batches.ts';
import { notFound } from '#server/platform/http-error.ts';
import { tagOfText } from '#server/platform/text-tag.ts';
import { isPageOf, pageAddress, parsePage } from './list-query.ts';

export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Over all pages of a list, as decimal text. */
export interface ListSums {
  readonly totals?: Readonly<Record<string, string>> | undefined;
  /** By method, for records that are paid (decision 130). */
  readonly totals_by_method?: Readonly<Record<string, string>> | undefined;
}

export const sumsText = ({ totals, totals_by_method }: ListSums): string =>
  (totals ? `,"totals":${JSON.stringify(totals)}` : '') +
  (totals_by_method ? `,"totals_by_method":${JSON.stringify(totals_by_method)}` : '');

/** Known before the rows of a list without pages are read. */
export interface WholeList extends ListSums {
  /** Weak entity tag: equal tags mean equal answers. */
  readonly tag: string;
  readonly count: number;
  /** The rows, each as JSON. They are read while they are consumed, in the transaction of the scope. */
  readonly batches: AsyncIterable<RowBatch<string>>;
}

export interface ListReader {
  readonly page: (scope: BranchScope, request: PageRequest) => Promise<string>;
  /** The scope must be one transaction with one snapshot. */
  readonly whole: (scope: BranchScope, request: PageRequest) => Promise<WholeList>;
}

type TagPart = string | number | bigint | null | undefined;

/** Includes the language of the request. */
export function tagOfParts(...parts: readonly TagPart[]): string {
  return tagOfText(JSON.stringify([languageNow(), ...parts.map(String)]));
}

/** Of an answer that any write of the branch may change. */
export const branchTag = async (scope: BranchScope, ...parts: readonly TagPart[]): Promise<string> =>
  tagOfParts((await readGeneration(scope)).id, await readBranchVersion(scope), ...parts);

interface Counted extends ListSums {
  readonly count: number;
  /** Numbers of rows by a name of the list, such as the ages of debts. */
  readonly counts?: Readonly<Record<string, number>>;
}

interface PageContent extends Counted {
  readonly results: readonly string[];
}

/** JSON (decision 3) with the addresses of the next and previous page; null where there is none. */
export function pageText(
  { path, query }: PageRequest,
  page: number,
  { count, results, counts, ...sums }: PageContent,
): string {
  const address = (number: number) => JSON.stringify(pageAddress(path, query, number));
  const next = isPageOf(page + 1, count) ? address(page + 1) : 'null';
  const previous = page > 1 ? address(page - 1) : 'null';
  const numbers = counts ? `,"counts":${JSON.stringify(counts)}` : '';
  return `{"count":${count},"next":${next},"previous":${previous},"results":[${results.join(',')}]${sumsText(sums)}${numbers}}`;
}

export function isWhole({ query }: PageRequest): boolean {
  return parsePage(query) === undefined;
}

const countedIn = (found: number | Counted): Counted =>
  typeof found === 'number' ? { count: found } : found;

/** JSON of one page (decision 3); `read` appends the given LIMIT and OFFSET. */
export async function pageOfRows(
  request: PageRequest,
  count: () => Promise<number | Counted>,
  read: (limitClause: RawBuilder<unknown>) => Promise<object[]>,
): Promise<string> {
  const page = parsePage(request.query) ?? 1;
  const counted = countedIn(await count());
  if (!isPageOf(page, counted.count)) throw notFound(inputs.invalidPage);
  const results = await read(sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`);
  return pageText(request, page, { ...counted, results: jsonRows(results) });
}

interface ListOfRows<Row> {
  readonly count: (scope: BranchScope, query: PageRequest['query']) => Promise<number | Counted>;
  /** @param limit LIMIT and OFFSET of a page, for its end */
  readonly select: (
    scope: BranchScope,
    query: PageRequest['query'],
    limit?: RawBuilder<unknown>,
  ) => RawBuilder<Row>;
  readonly wire: (row: Row, scope: BranchScope) => object;
  /** What tells answers to different users apart. */
  readonly seen?: (scope: BranchScope) => string;
}

export function listOfRows<Row>({ count, select, wire, seen }: ListOfRows<Row>): ListReader {
  const wired = (scope: BranchScope, rows: readonly Row[]) => rows.map((row) => wire(row, scope));
  return {
    page: (scope, request) =>
      pageOfRows(
        request,
        () => count(scope, request.query),
        async (limit) => wired(scope, await scope.all(select(scope, request.query, limit))),
      ),
    whole: async (scope, { query }) => ({
      tag: await branchTag(scope, seen?.(scope)),
      count: countedIn(await count(scope, query)).count,
      batches: mapBatches(scope.batches(select(scope, query)), (rows) => jsonRows(wired(scope, rows))),
    }),
  };
}
