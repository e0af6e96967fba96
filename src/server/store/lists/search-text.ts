import type { Draft, Resource } from '#contract/define-resource.ts';
import { foldForSearch } from '#contract/paging.ts';

const TRIGRAM_LENGTH = 3;

function splitWords(folded: string): string[] {
  return folded.split(/\s+/).filter(Boolean);
}

/** Splits a search into distinct words that must all occur, folded like stored text. */
export function wordsOfSearch(search: string): string[] {
  return [...new Set(splitWords(foldForSearch(search)))];
}

function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * Builds the tsquery that matches the trigrams of a word. They are indexed by `search_pieces` (migration 0007). A shorter word matches as a
 * prefix of a trigram. Matches are candidates only: their trigrams need not be adjacent.
 */
export function trigramQuery(
  word: string,
  scope: { readonly branchId: bigint; readonly kind?: string },
): string {
  const prefix = `${scope.branchId}/${scope.kind ?? ''}/`;
  const letters = [...word];
  if (letters.length < TRIGRAM_LENGTH) return `${quoteLexeme(prefix + word)}:*`;
  const trigrams = letters
    .slice(TRIGRAM_LENGTH - 1)
    .map((_, start) => letters.slice(start, start + TRIGRAM_LENGTH).join(''));
  return `(${[...new Set(trigrams)].map((trigram) => quoteLexeme(prefix + trigram)).join(' & ')})`;
}

function foldAll(values: readonly unknown[]): string {
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  return foldForSearch(texts.join('\n'));
}

/** Returns the searched fields of the record itself, without paths such as `student_data.name`. */
export function ownSearchFields(search: Resource['search']): readonly string[] {
  return search.filter((path) => !path.includes('.'));
}

/** Returns the `folded` column: the record's own searched fields. Names of references are searched in their own table. */
export function searchColumns({ search }: Resource, record: Draft): Record<string, unknown> {
  const own = ownSearchFields(search);
  return own.length === 0 ? {} : { folded: foldAll(own.map((name) => record[name])) };
}

/** Returns the `folded_name` column, which finds records that refer to this one. */
export function nameColumns(record: Draft): Record<string, unknown> {
  return { folded_name: foldAll([record.name]) };
}
