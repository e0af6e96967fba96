import type { Draft, Resource } from '#contract/define-resource.ts';
import { foldForSearch } from '#contract/paging.ts';

const GRAM = 3;

function words(folded: string): string[] {
  return folded.split(/\s+/).filter(Boolean);
}

function gramsOfWord(word: string): string[] {
  const letters = [...word];
  return letters.slice(GRAM - 1).map((_, start) => letters.slice(start, start + GRAM).join(''));
}

/** Every three letters that stand together in a word of folded text: what an index on an array can find. */
export function gramsOf(folded: string): string[] {
  return [...new Set(words(folded).flatMap(gramsOfWord))];
}

/** What a search asks for: words that all must occur, folded as stored text is. */
export function wordsOfSearch(search: string): string[] {
  return words(foldForSearch(search));
}

function foldAll(values: readonly unknown[]): string {
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  return foldForSearch(texts.join('\n'));
}

/** What a list's search finds a record by: its own fields, folded. A reference's name is looked up where it is stored. */
export function searchColumns({ search }: Resource, record: Draft): Record<string, unknown> {
  const folded = foldAll(search.filter((path) => !path.includes('.')).map((name) => record[name]));
  return { folded, grams: gramsOf(folded) };
}

/** The same for its name alone, by which records that refer to it are found. */
export function nameColumns(record: Draft): Record<string, unknown> {
  const folded = foldAll([record.name]);
  return { folded_name: folded, name_grams: gramsOf(folded) };
}
