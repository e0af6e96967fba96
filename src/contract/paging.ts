import { z } from 'zod';
import { toWesternDigits } from './money.ts';

export const PAGE_SIZE = 10;

/**
 * Over all rows of the filters: decimal text by column name. Other servers omit it; invalid totals count as omitted.
 */
const totals = z.record(z.string(), z.string().regex(/^-?\d+\.\d{2}$/)).optional();

/** Other servers may omit `next`, `previous` and `totals`. */
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
    totals_by_method: totals.catch(undefined),
  });

export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
  readonly totals?: Readonly<Record<string, string>> | undefined;
  readonly totals_by_method?: Readonly<Record<string, string>> | undefined;
}

export function pageCount(count: number, size = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(count / size));
}

/**
 * Undefined when all rows are on the page. Other servers may use other sizes and may not send `next` (decision 31).
 */
export function pageSizeOf({ count, next, results }: Page<unknown>, page: number): number | undefined {
  const here = results.length;
  if (here === 0 || here >= count) return undefined;
  if (page <= 1 || next !== null) return here;
  // Possibly the last page: then our size fits, or the number of rows before it decides.
  if (here === Math.min(PAGE_SIZE, count - (page - 1) * PAGE_SIZE)) return PAGE_SIZE;
  const before = (count - here) / (page - 1);
  return here < PAGE_SIZE && Number.isInteger(before) ? before : here;
}

/**
 * Normalizes digits, case, compatible forms and Persian letters; removes vowel signs, tatweel and marks of direction.
 */
export function plainLetters(text: string): string {
  return toWesternDigits(text)
    .normalize('NFKC')
    .replace(
      /[\u00ad\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
      '',
    )
    .replace(/ک/g, 'ك')
    .replace(/[یې]/g, 'ي')
    .replace(/[ہھە]/g, 'ه')
    .toLowerCase();
}

/** One writing of alef, hamza, ya and ta marbuta, "عبد الله" and "عبدالله" one name (decision 61). */
export function foldForSearch(text: string): string {
  return plainLetters(text)
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ؤ/g, 'و')
    .replace(/[ىئ]/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ء/g, '')
    .replace(/(^|\s)عبد[ \t]+(?=ال)/g, '$1عبد');
}
