import { languageNow } from '#contract/messages.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { RowBatch } from '#server/store/row-batches.ts';
import { tagOfText } from '#server/store/text-tag.ts';
import type { PageRequest } from './page-of-rows.ts';

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
