import { isLongBeginning, type WantedKeys, wantedKeys } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { resources } from '#contract/resources/registry.ts';
import { MIN_SEARCH_LENGTH } from '#contract/search.ts';
import { isShortNumber, wordsOfSearch } from '#contract/search-text.ts';
import { typedLine } from '#contract/typed-text.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { badField } from '#server/store/http-error.ts';
import { trigramQuery } from '#server/store/lists/search-text.ts';
import { messages } from '#server/store/messages.ts';

const MAX_LENGTH = 255;
/** Words and numbers of fewer letters match too many texts to be looked for inside of them. */
const INDEXED_LENGTH = 3;
/** Is greater than every letter that may follow, in the order of bytes. */
const LAST_LETTER = '\u{10ffff}';
/** Is a lexeme that no text has. */
const NOTHING = `'-'`;
/** So many words are looked up in the index. */
const MOST_INDEXED = 2;
const NUMBER = /^0*(\d+)$/;
const CODE = /^(?:s-)?0*(\d{1,9})$/;

const searched = typedLine({
  limit: MAX_LENGTH,
  tooLong: { error: () => messages.searchTooLong({ maxLength: MAX_LENGTH }) },
  unstorable: { error: () => messages.searchInvalid },
});

/** Parses the text of a search. @throws {HttpError} 400 at `q` */
export function parseSearch(q: unknown): string {
  const parsed = searched.safeParse(q ?? '');
  if (!parsed.success) throw badField('q', parsed.error.issues[0]?.message ?? messages.searchInvalid);
  return foldForSearch(parsed.data);
}

/** Returns the query of the pieces of the longest words: each more costs time, and all words are compared afterwards. */
function piecesOf(words: readonly string[], branchId: bigint): string {
  const longest = words
    .filter((word) => [...word].length >= INDEXED_LENGTH)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_INDEXED);
  return longest.length === 0 ? NOTHING : longest.map((word) => trigramQuery(word, { branchId })).join(' & ');
}

/** Returns the query of the keys of a name; of the last word a beginning is enough if it is open. Empty for none. */
function keysQuery(wanted: WantedKeys, branchId: bigint, isOpen: boolean): string {
  const lexeme = (key: string, isBeginning: boolean) => `'${branchId}/${key}'${isBeginning ? ':*' : ''}`;
  return wanted
    .map((keys, place) => {
      const isBeginning = isOpen && place === wanted.length - 1;
      return `(${keys.map((key) => lexeme(key, isBeginning)).join(' | ')})`;
    })
    .join(' & ');
}

/** Holds what a search looks for. */
export interface Wanted {
  /** The folded text, and the end of all texts that begin with it in the order of bytes. */
  readonly text: string;
  readonly after: string;
  /** The number in a student's code; null for text that is none. */
  readonly code: string | null;
  /** The same for text that is a number, without leading zeros. */
  readonly number: string | null;
  readonly afterNumber: string | null;
  readonly words: readonly string[];
  /** Words that are short numbers. */
  readonly numbers: readonly string[];
  /** Text search queries: of pieces of words, of the keys of a name, and of a name that was only begun. */
  readonly pieces: string;
  readonly keys: string;
  readonly begun: string;
}

/** Returns what a search looks for; undefined if too little was typed. */
export function wantedBy({ branchId }: BranchScope, text: string): Wanted | undefined {
  if ([...text].length < MIN_SEARCH_LENGTH) return undefined;
  const words = wordsOfSearch(resources.student, text);
  const wanted = wantedKeys(text);
  const number = NUMBER.exec(text)?.[1] ?? null;
  return {
    text,
    after: text + LAST_LETTER,
    code: CODE.exec(text)?.[1] ?? null,
    number,
    afterNumber: number && number + LAST_LETTER,
    words: words.filter((word) => !isShortNumber(word)),
    numbers: words.filter(isShortNumber),
    pieces: piecesOf(words, branchId),
    keys: keysQuery(wanted, branchId, false),
    begun: isLongBeginning(wanted) ? keysQuery(wanted, branchId, true) : '',
  };
}
