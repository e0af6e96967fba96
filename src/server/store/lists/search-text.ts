import type { Draft, Resource } from '#contract/define-resource.ts';
import { foldForSearch } from '#contract/paging.ts';

const PIECE = 3;

function words(folded: string): string[] {
  return folded.split(/\s+/).filter(Boolean);
}

/** What a search asks for: words that all must occur, folded as stored text is. */
export function wordsOfSearch(search: string): string[] {
  return [...new Set(words(foldForSearch(search)))];
}

function quoted(piece: string): string {
  return `'${piece.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * A word as a tsquery over what `search_pieces` makes of stored text (migration 0007): all its pieces of three letters, or a piece that
 * begins with a word shorter than those. What it finds may have the pieces apart from one another.
 */
export function trigramQuery(
  word: string,
  scope: { readonly branchId: bigint; readonly kind?: string },
): string {
  const before = `${scope.branchId}/${scope.kind ?? ''}/`;
  const letters = [...word];
  if (letters.length < PIECE) return `${quoted(before + word)}:*`;
  const pieces = letters.slice(PIECE - 1).map((_, start) => letters.slice(start, start + PIECE).join(''));
  return `(${[...new Set(pieces)].map((piece) => quoted(before + piece)).join(' & ')})`;
}

function foldAll(values: readonly unknown[]): string {
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  return foldForSearch(texts.join('\n'));
}

/** The searched fields that a record has itself; `student_data.name` is another's. */
export function ownSearchFields(search: Resource['search']): readonly string[] {
  return search.filter((path) => !path.includes('.'));
}

/** What a list's search finds a record by: its own fields, folded. A reference's name is looked up where it is stored. */
export function searchColumns({ search }: Resource, record: Draft): Record<string, unknown> {
  const own = ownSearchFields(search);
  return own.length === 0 ? {} : { folded: foldAll(own.map((name) => record[name])) };
}

/** The same for its name alone, by which records that refer to it are found. */
export function nameColumns(record: Draft): Record<string, unknown> {
  return { folded_name: foldAll([record.name]) };
}
