import type { Draft, Resource } from '#contract/define-resource.ts';
import { foldForSearch } from '#contract/paging.ts';
import { ownSearchedText, ownSearchFields } from '#contract/search-text.ts';

const TRIGRAM_LENGTH = 3;

function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * Builds the tsquery that matches the trigrams of a word. They are indexed by `search_pieces()`. A shorter word matches as a
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

/** Returns the `folded` column: the record's own searched fields. Names of references are searched in their own table. */
export function searchColumns(resource: Resource, record: Draft): Record<string, unknown> {
  const hasOwn = ownSearchFields(resource.search).length > 0;
  return hasOwn ? { folded: ownSearchedText(resource, record) } : {};
}

/** Returns the `folded_name` column, which finds records that refer to this one. */
export function nameColumns({ name }: Draft): Record<string, unknown> {
  return { folded_name: typeof name === 'string' ? foldForSearch(name) : '' };
}
