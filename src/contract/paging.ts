import { z } from 'zod';
import { toWesternDigits } from './money.ts';

/** Rows on one page of every list (decision 3). */
export const PAGE_SIZE = 10;

/** The refusal of a page that is not there (decisions 3 and 39). */
export const INVALID_PAGE = 'Invalid page.';

/**
 * What columns of money come to over all rows that a list's filters match, not only those of the page: decimal text with two places,
 * by the name of the column. Hosts that know nothing of it leave it out; what is no such thing is taken as left out.
 */
const totals = z.record(z.string(), z.string().regex(/^-?\d+\.\d{2}$/)).optional();

/** A paged list as the server answers it. `next`, `previous` and `totals` may be missing on other hosts. */
export const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({
    count: z.number().int().nonnegative(),
    next: z
      .string()
      .nullish()
      .transform((url) => url ?? null),
    previous: z
      .string()
      .nullish()
      .transform((url) => url ?? null),
    results: z.array(row),
    totals: totals.catch(undefined),
  });

export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
  /** Present where it was asked for with `totals=true` and the host knows it. */
  readonly totals?: Readonly<Record<string, string>> | undefined;
}

/** How many pages a list of `count` rows has; at least one. */
export function pageCount(count: number, size = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(count / size));
}

/**
 * How many rows a host puts on a page, as far as one of its pages tells: other hosts may put other than ours there (decision 31), and
 * may not tell whether a page follows. Undefined where all rows are on this one.
 * @param page which one it is, from 1
 */
export function pageSizeOf({ count, next, results }: Page<unknown>, page: number): number | undefined {
  const here = results.length;
  if (here === 0 || here >= count) return undefined;
  if (page <= 1 || next !== null) return here;
  // It may be the last one: then as many as ours fit, or what stands before it tells.
  if (here === Math.min(PAGE_SIZE, count - (page - 1) * PAGE_SIZE)) return PAGE_SIZE;
  const before = (count - here) / (page - 1);
  return here < PAGE_SIZE && Number.isInteger(before) ? before : here;
}

/** Folds Arabic letter forms, case and digits, so that a search finds the name however it was typed. */
export function foldForSearch(text: string): string {
  return toWesternDigits(text)
    .normalize('NFKC')
    .replace(/[\u064b-\u065f\u0670\u0640]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .toLowerCase();
}
