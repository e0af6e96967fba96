import { keysOfSearch, type NameWord, nameWords } from './name-keys.ts';
import { gapOfArabic, gapOfLatin, hasLongFirst, latinCost, SECOND_A, spellingsOf } from './name-spelling.ts';
import { foldForSearch } from './paging.ts';

/** A word that costs more is another name. */
const MOST_PER_WORD = 0.7;
/** Words of one person's name in two spellings cost no more each. */
const SAME_PER_WORD = 0.35;
/** Names that cost so much more than the best one are left out. */
const WORSE_THAN_BEST = 0.08;
/** Cost of a word of which only the beginning was typed. */
const BEGINNING = 0.4;
/** Cost of a word that stands elsewhere in the name: names that begin so come first. */
const LATER = 0.02;
/** Cost of an article that one of both spellings leaves out. */
const ARTICLE = 0.25;

/** Cost of a word that is only part of a name of several words: "Nour" is not "Nour El Din". */
const PART = 0.2;

function withBeginning(whole: number, begun: number): number {
  return whole <= MOST_PER_WORD ? Math.min(whole, BEGINNING + begun) : BEGINNING + begun;
}

interface Comparison {
  readonly arabic: string;
  readonly latin: string;
  readonly open?: 'arabic' | 'latin' | undefined;
}

function spellingCost({ arabic, latin, open }: Comparison): number {
  const width = latin.length + 1;
  const costs = new Array<number>((arabic.length + 1) * width).fill(Number.POSITIVE_INFINITY);
  const at = (row: number, column: number) => costs[row * width + column] ?? Number.POSITIVE_INFINITY;
  const lower = (row: number, column: number, cost: number) => {
    if (row <= arabic.length && column < width && cost < at(row, column)) costs[row * width + column] = cost;
  };
  const isLongFirst = hasLongFirst(arabic);
  lower(0, 0, 0);
  if (arabic.startsWith('al')) lower(2, 0, ARTICLE);
  if (/^[ae]l/.test(latin)) lower(0, 2, ARTICLE);
  for (let row = 0; row <= arabic.length; row++) {
    for (let column = 0; column < width; column++) {
      const sofar = at(row, column);
      if (sofar === Number.POSITIVE_INFINITY) continue;
      lower(row + 1, column, sofar + gapOfArabic(arabic, row));
      const isSecondA = isLongFirst && row > 2 && latin.charAt(column) === 'a';
      lower(row, column + 1, sofar + (isSecondA ? SECOND_A : gapOfLatin(latin, column)));
      for (const letters of [1, 2]) {
        const end = row + letters;
        const spellings = spellingsOf(arabic.slice(row, end), row === 0, end === arabic.length);
        if (spellings.size === 0) continue;
        for (const others of [1, 2]) {
          const cost = spellings.get(latin.slice(column, column + others));
          if (cost !== undefined) lower(end, column + others, sofar + cost);
        }
      }
    }
  }
  const whole = at(arabic.length, latin.length);
  if (open === undefined) return whole;
  const ends = open === 'arabic' ? arabic.length : latin.length;
  const begun = Array.from({ length: ends }, (_, end) =>
    open === 'arabic' ? at(end, latin.length) : at(arabic.length, end),
  );
  return withBeginning(whole, Math.min(...begun));
}

function wordCost(typed: NameWord, word: NameWord, isOpen: boolean): number {
  if (typed.isArabic && word.isArabic) {
    if (typed.letters === word.letters) return 0;
    return isOpen && word.letters.startsWith(typed.letters) ? BEGINNING : Number.POSITIVE_INFINITY;
  }
  if (typed.isArabic)
    return spellingCost({
      arabic: typed.letters,
      latin: word.letters,
      open: isOpen ? 'latin' : undefined,
    });
  if (word.isArabic)
    return spellingCost({
      arabic: word.letters,
      latin: typed.letters,
      open: isOpen ? 'arabic' : undefined,
    });
  const begun = isOpen ? word.letters.slice(0, typed.letters.length) : word.letters;
  const cost = latinCost(typed.letters, word.letters);
  return isOpen ? withBeginning(cost, latinCost(typed.letters, begun)) : cost;
}

type Compare = (typed: NameWord, word: NameWord, isOpen: boolean) => number;

function remembering(): Compare {
  const known = new Map<string, number>();
  return (typed, word, isOpen) => {
    const key = `${typed.letters} ${word.letters} ${word.isArabic} ${isOpen}`;
    const cost = known.get(key) ?? wordCost(typed, word, isOpen);
    known.set(key, cost);
    return cost;
  };
}

interface SplitName {
  readonly joined: readonly NameWord[];
  readonly parts: readonly NameWord[];
}

function splitName(name: string): SplitName {
  const joined = nameWords(name, true);
  const whole = new Set(joined.map(({ letters }) => letters));
  return { joined, parts: nameWords(name, false).filter(({ letters }) => !whole.has(letters)) };
}

/** Undefined if it is another name. */
function nameCost(
  typed: readonly NameWord[],
  { joined, parts }: SplitName,
  isOpen: boolean,
  compare: Compare = wordCost,
): number | undefined {
  let sum = 0;
  for (const [place, word] of typed.entries()) {
    const isOpenWord = isOpen && place === typed.length - 1;
    const cost = Math.min(
      ...joined.map((other, at) => compare(word, other, isOpenWord) + (at === place ? 0 : LATER)),
      ...parts.map((other) => PART + compare(word, other, isOpenWord)),
    );
    if (cost > (isOpenWord ? MOST_PER_WORD + BEGINNING : MOST_PER_WORD)) return undefined;
    sum += cost;
  }
  return sum;
}

interface Named {
  readonly name: string;
}

/**
 * Finds names in other letters: "Mona" is منى, the best first (decision 117).
 * @param rows candidates, whose keys fit
 * @param isOpen whether the last word may be the beginning of one
 */
export function twinsAmong<Row extends Named>(typed: string, rows: readonly Row[], isOpen: boolean): Row[] {
  const words = nameWords(typed, true);
  const compare = remembering();
  const rated = rows.flatMap((row) => {
    const cost = nameCost(words, splitName(row.name), isOpen, compare);
    return cost === undefined ? [] : [{ row, cost }];
  });
  const best = Math.min(...rated.map(({ cost }) => cost));
  return rated
    .filter(({ cost }) => cost <= best + WORSE_THAN_BEST)
    .sort((one, other) => one.cost - other.cost)
    .map(({ row }) => row);
}

/** Two names are probably one person's if they have as many words, each near enough. */
export const isTwinName = (one: string, other: string): boolean => twinTest(other)(one);

/** `isTwinName` for many names and this one, which is split once: that takes most of the time. */
export function twinTest(other: string): (one: string) => boolean {
  const name = splitName(other);
  return (one) => {
    const words = nameWords(one, true);
    if (words.length === 0 || words.length !== name.joined.length) return false;
    const cost = nameCost(words, name, false);
    return cost !== undefined && cost <= words.length * SAME_PER_WORD;
  };
}

export type WantedKeys = readonly (readonly string[])[];

/** A word of digits, an address, or digits that stand for no letter. */
const NO_NAME = /(?:^|\s)[^\p{L}\s]*\d[^\p{L}\s]*(?:\s|$)|[01489@]/u;

/** None for numbers and addresses, whose keys would find strangers. */
export function wantedKeys(typed: string): WantedKeys {
  return NO_NAME.test(foldForSearch(typed)) ? [] : keysOfSearch(typed);
}

/** A name must have a key of each word; of the last word a beginning is enough if it is open. */
export function hasKeys(keys: readonly string[], wanted: WantedKeys, isOpen: boolean): boolean {
  const has = (key: string, isBeginning: boolean) =>
    isBeginning ? keys.some((keyOfName) => keyOfName.startsWith(key)) : keys.includes(key);
  return (
    wanted.length > 0 &&
    wanted.every((word, place) => word.some((key) => has(key, isOpen && place === wanted.length - 1)))
  );
}

/** One consonant begins too many names. */
export function isLongBeginning(wanted: WantedKeys): boolean {
  return wanted.length > 1 || (wanted[0] ?? []).some((key) => key.length > 1);
}
