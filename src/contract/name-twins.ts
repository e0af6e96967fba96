import { keysOfSearch, type NameWord, nameWords } from './name-keys.ts';
import { foldForSearch } from './paging.ts';

const MISSING = 1.2;

/** Latin spellings of an Arabic letter with their costs; letters as `nameWords` of name-keys.ts writes them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  T: 'th:0 s:.15 t:.3',
  X: 'kh:0 k:.5 h:.5',
  Z: 'z:.05 dh:0 d:.3 th:.2',
  D: 'd:0 dh:.1 z:.3',
  S: 'sh:0 S:0',
  G: 'gh:0 g:.3',
  g: 'g:0 gh:.5 ks:.9',
  k: 'k:0 g:.5',
  s: 's:0 z:.5 x:0',
  z: 'z:0 s:.6',
  a: 'a:0 aa:0 e:.2 ea:.1 o:.35 u:.4 i:.4 ai:.3 ay:.3',
  E: 'a:0 e:0 i:0 o:0 u:0 aa:0 ee:.1 ou:.1 ea:.1 oa:.1',
  I: 'i:0 e:0 a:.3 u:.4 o:.4',
  O: 'o:0 u:0 ou:0 oo:0 a:.05 e:.1 oa:0 ao:0',
  Q: 'a:0 e:0 i:0 y:.1 ae:0',
  w: 'o:0 u:0 w:0 ou:0 oo:0 aw:0 au:0 ow:0 uw:0 eu:.2 f:.3 a:.5 e:.6 i:.6',
  y: 'i:0 y:0 ee:0 ei:0 ai:0 ay:0 ey:0 ie:0 ea:.1 iy:0 yy:0 e:.15 a:.5 o:.7 u:.7',
  Y: 'a:0 aa:.1 i:.1 y:.1 e:.15',
  H: 'a:0 ah:0 e:.1 eh:.1 at:.1 t:.2 et:.1',
  h: 'h:0',
};

const FIRST: Readonly<Record<string, string>> = {
  a: 'o:.05 u:.05 e:.05 i:.05',
  ay: 'ay:0 ai:0 a:.3 e:0 i:0 ee:0 ey:0 ei:0 iy:0',
  Iy: 'e:0 i:0 ee:0 ey:0 ei:0 iy:0 a:.4',
  Ey: 'e:0 i:0 ee:0 ei:0 ai:0 ay:0 ey:0 iy:0',
  aw: 'o:0 u:0 ou:0 oo:0 aw:0 au:0',
};

const LAST: Readonly<Record<string, string>> = {
  h: 'a:.15 ah:.1 e:.25 eh:.2',
  y: 'a:.3',
  a: 'ah:.05',
  w: 'ou:0 oo:0',
};

type Costs = ReadonlyMap<string, number>;

function costsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, Costs> {
  const parsed = Object.entries(table).map(([letter, spellings]) => {
    const costs = spellings.split(' ').map((spelling) => {
      const [text = '', cost] = spelling.split(':');
      return [text, Number(cost)] as const;
    });
    return [letter, new Map(costs)] as const;
  });
  return new Map(parsed);
}

const spellings = costsOf(SPELLINGS);
const first = costsOf(FIRST);
const last = costsOf(LAST);

const VOWELS = 'aeiou';
const isVowel = (letter: string) => letter !== '' && VOWELS.includes(letter);

const merged = new Map<string, Costs>();

function spellingsOf(letters: string, isFirst: boolean, isLast: boolean): Costs {
  const key = `${letters} ${isFirst} ${isLast}`;
  const known = merged.get(key);
  if (known) return known;
  const unchanged: Costs =
    letters.length === 1 && !spellings.has(letters) ? new Map([[letters, 0]]) : new Map();
  const costs = new Map([
    ...unchanged,
    ...(spellings.get(letters) ?? []),
    ...((isLast && last.get(letters)) || []),
    ...((isFirst && first.get(letters)) || []),
  ]);
  merged.set(key, costs);
  return costs;
}

const ARABIC_GAPS: Readonly<Record<string, number>> = {
  a: 0.5,
  E: 0.05,
  I: 0.4,
  O: 0.1,
  Q: 0.1,
  w: 0.6,
  y: 0.6,
  Y: 0.5,
  H: 0.3,
};

function gapOfArabic(word: string, at: number): number {
  const letter = word.charAt(at);
  if (letter === 'h' && at === word.length - 1) return 0.2;
  // Nobody speaks the last letter of عمرو.
  if (word === 'Emrw' && at === 3) return 0;
  const gap = ARABIC_GAPS[letter];
  if (gap !== undefined) return gap;
  return at > 0 && word.charAt(at - 1) === letter ? 0.15 : MISSING;
}

/** "a" is the long vowel of such a name: in سامح and كامل the second one is "e" or "i". */
const hasLongFirst = (arabic: string): boolean => arabic.charAt(1) === 'a';
const SECOND_A = 0.25;

function gapOfLatin(word: string, at: number): number {
  const letter = word.charAt(at);
  if (isVowel(letter)) return isVowel(word.charAt(at - 1)) ? 0.3 : at === word.length - 1 ? 0.35 : 0.1;
  if (letter === 'h' && at === word.length - 1) return 0.05;
  if (letter === 'y' || letter === 'w') return 0.45;
  return MISSING;
}

function latinCost(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, at) => sumOfGaps(other, at));
  for (let row = 0; row < one.length; row++) {
    const current = [(previous[0] ?? 0) + gapOfLatin(one, row)];
    for (let column = 0; column < other.length; column++) {
      current.push(
        Math.min(
          (previous[column + 1] ?? 0) + gapOfLatin(one, row),
          (current[column] ?? 0) + gapOfLatin(other, column),
          (previous[column] ?? 0) + exchange(one.charAt(row), other.charAt(column)),
        ),
      );
    }
    previous = current;
  }
  return previous[other.length] ?? MISSING;
}

const sumOfGaps = (word: string, letters: number): number =>
  [...word.slice(0, letters)].reduce((sum, _, at) => sum + gapOfLatin(word, at), 0);

function exchange(one: string, other: string): number {
  if (one === other) return 0;
  const pair = [one, other].sort().join('');
  if (pair === 'iy' || pair === 'ow' || pair === 'uw' || pair === 'ei' || pair === 'ou') return 0.05;
  if (isVowel(one) && isVowel(other)) return 0.2;
  return MISSING;
}

/** A word that costs more is another name. */
const MOST_PER_WORD = 0.7;
const SAME_PER_WORD = 0.35;
/** Names that cost so much more than the best one are left out. */
const WORSE_THAN_BEST = 0.08;
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
