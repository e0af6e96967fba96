import { type RawBuilder, sql } from 'kysely';
import { isLongBeginning, twinsAmong, type WantedKeys, wantedKeys } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { resources } from '#contract/resources/registry.ts';
import { isShortNumber, PHONE_MARK, wordsOfSearch } from '#contract/search-text.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { trigramQuery } from './list-search.ts';

/** Shorter words and numbers match too many texts to be searched inside of them. */
const INDEXED_LENGTH = 3;
const MOST_INDEXED = 2;
const NOTHING = `'-'`;
/** Students whose name in other letters is compared with the searched one; a list shows no more. */
const MOST_COMPARED = 500;

/** Query for the longest words: each further one costs time, and all words are compared afterwards. */
function piecesOf(words: readonly string[], branchId: bigint): string {
  const longest = words
    .filter((word) => [...word].length >= INDEXED_LENGTH)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_INDEXED);
  return longest.length === 0 ? NOTHING : longest.map((word) => trigramQuery(word, { branchId })).join(' & ');
}

/** If the name is open, a beginning of the last word is enough. Empty without keys. */
function keysQuery(wanted: WantedKeys, branchId: bigint, isOpen: boolean): string {
  const lexeme = (key: string, isBeginning: boolean) => `'${branchId}/${key}'${isBeginning ? ':*' : ''}`;
  return wanted
    .map((keys, place) => {
      const isBeginning = isOpen && place === wanted.length - 1;
      return `(${keys.map((key) => lexeme(key, isBeginning)).join(' | ')})`;
    })
    .join(' & ');
}

export function wantedStudent({ branchId }: BranchScope, text: string) {
  const words = wordsOfSearch(resources.student, text);
  const wanted = wantedKeys(text);
  return {
    words: words.filter((word) => !isShortNumber(word)),
    numbers: words.filter(isShortNumber),
    // Text search queries: of pieces of words, of the keys of a name, and of a name that was only begun.
    pieces: piecesOf(words, branchId),
    keys: keysQuery(wanted, branchId, false),
    begun: isLongBeginning(wanted) ? keysQuery(wanted, branchId, true) : '',
  };
}

type WantedStudent = ReturnType<typeof wantedStudent>;

/** Of `student` as `r`. Same rule as `containsWord` of the contract. */
const hasAllWords = ({ words, numbers }: WantedStudent) => sql`
  not exists (select from unnest(${words}::text[]) as word where strpos(r.folded, word) = 0)
  and not exists (select from unnest(${numbers}::text[]) as number
    where strpos(split_part(r.folded, ${PHONE_MARK}, 1), number) = 0 and strpos(r.folded, ${PHONE_MARK} || number) = 0)`;

export const matchesWords = (wanted: WantedStudent) =>
  sql`search_pieces(r.branch_id, '', r.folded) @@ ${wanted.pieces}::tsquery and ${hasAllWords(wanted)}`;

/** Of `student` as `r`. */
export const hasNameKeys = (keys: string) => sql`r.name_keys @@ ${keys}::tsquery and ${keys} <> ''`;

interface NamedStudent {
  readonly id: string;
  readonly name: string;
}

/** Also by the beginning of the name if no student has the words (decision 117). */
export async function studentTwins(scope: BranchScope, search: string): Promise<string[]> {
  const text = foldForSearch(search);
  const wanted = wantedStudent(scope, text);
  if (wanted.keys === '') return [];
  const students = scope.rows('student');
  const candidates = (condition: RawBuilder<unknown>) =>
    scope.all(sql<NamedStudent>`
      select r.id::text, r.name from ${students} as r
      where ${condition} and not (${hasAllWords(wanted)}) limit ${sql.lit(MOST_COMPARED)}`);
  const ids = (found: readonly NamedStudent[]) => found.map(({ id }) => id);
  const whole = twinsAmong(text, await candidates(hasNameKeys(wanted.keys)), false);
  if (whole.length > 0 || wanted.begun === '') return ids(whole);
  const named = await scope.first(sql`select from ${students} as r where ${matchesWords(wanted)} limit 1`);
  return named ? [] : ids(twinsAmong(text, await candidates(hasNameKeys(wanted.begun)), true));
}
