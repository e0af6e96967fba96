import { foldForSearch, plainLetters } from './paging.ts';

/** Arabic letters, and digits that stand for them, in Latin ones; a capital has two readings or is two letters. */
const LETTERS: readonly (readonly [from: string, to: string])[] = [
  ['ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'abtTghXdZrzsSsDtZaGfkklmnhwy'],
  ['پچڤگژ', 'bgfgz'],
  ['àâäáãåèéêëìíîïòóôöõùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'],
  ['3567', 'aXth'],
];

/** Distinguishes letters of one key when spellings are compared: the vowels of a text that is not folded. */
const COMPARED_LETTERS: typeof LETTERS = [['عىةإأآؤئ', 'EYHIaaOQ'], ...LETTERS];

const romanLetters = (table: typeof LETTERS): ReadonlyMap<string, string> =>
  new Map(
    [...table]
      .reverse()
      .flatMap(([from, to]) => [...from].map((letter, at) => [letter, to.charAt(at)] as const)),
  );
const keyLetters = romanLetters(LETTERS);
const comparedLetters = romanLetters(COMPARED_LETTERS);

type Rule = readonly [pattern: RegExp, replacement: string];

const WORDS: readonly Rule[] = [
  [/['’‘`´ʼ289]/g, ''],
  [/[^a-zA-Z]+/g, ' '],
];

/** One name in several words: Abd El Rahman, Abou El Naga, Nour El Din, Heba Allah. */
const JOINS: readonly Rule[] = [
  [/(^| )([aE]bd|abou|abo|abu|abw|el|al) (?=[a-zA-Z])/g, '$1$2'],
  [/(^| )([aE]bd[aeou]l|ab[ouw]+[ae]?l) (?=[a-zA-Z])/g, '$1$2'],
  [/(^| )abd[aeou]?([rstdnz])\2/g, '$1abdal$2'],
  [/ (al|el|ad|ed|ud)?(dyn|din|deen|dein|dine)(?= |$)/g, 'aldyn'],
  [/[aeou]dd(in|een|ine)(?= |$)/g, 'aldyn'],
  [/ (a|o|u|e)ll(a|ah|h)(?= |$)/g, 'allh'],
  [/[hH]alla?h(?= |$)/g, 'allh'],
  [/([a-zA-Z][a-zA-Z])at(a|o|u)lla?h?(?= |$)/g, '$1allh'],
];

/** Latin letters of one sound become the same. Arabic letters have none of these. */
const SOUNDS: readonly Rule[] = [
  [/ch(?=[rlo]|ae)|c(?!h|[eiy])/g, 'k'],
  [/ch/g, 'S'],
  [/c/g, 's'],
  [/ph|v/g, 'f'],
  [/dj|j/g, 'g'],
  [/p/g, 'b'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
];

/** Letters that are written in two ways: first as in books, then as spoken or written by others. */
const READINGS: readonly (readonly Rule[])[] = [
  [
    [/T/g, 'th'],
    [/Z/g, 'z'],
    [/D/g, 'd'],
  ],
  [
    [/T/g, 's'],
    [/Z/g, 'd'],
    [/D/g, 'z'],
    [/th/g, 't'],
  ],
];

/** Leaves the first letter and the consonants of each word. */
const SKELETON: readonly Rule[] = [
  [/S/g, 'sh'],
  [/X/g, 'kh'],
  [/G/g, 'gh'],
  [/([^ ])[aeiouwy]+/g, '$1'],
  [/(^| )[eiou]/g, '$1a'],
  [/h+(?= |$)/g, ''],
  [/([a-z])\1/g, '$1'],
  [/([a-z])\1/g, '$1'],
];

const DOUBLED: Rule = [/([bdfghklmnrstz])\1+/g, '$1'];
const ALLAH: readonly Rule[] = [[/allh$/g, 'alh']];
const ARTICLE: Rule = [/(^| )[ae]l(?=[a-zA-Z][a-zA-Z][a-zA-Z])/g, '$1'];

const apply = (text: string, rules: readonly Rule[]) =>
  rules.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text);

const romanized = (text: string, letters: ReadonlyMap<string, string>) =>
  apply([...text].map((letter) => letters.get(letter) ?? letter).join(''), WORDS).trim();

function keysOf(words: string): string[] {
  const both = apply(`${words} ${apply(words, [ARTICLE])}`, SOUNDS);
  const keys = apply(READINGS.map((reading) => apply(both, reading)).join(' '), SKELETON);
  return [...new Set(keys.split(' ').filter(Boolean))];
}

/**
 * Spellings of one name in Latin and Arabic letters share these keys: the consonants of each word, and of words that
 * are one name together (decision 117). After a change of these rules: `npm run admin -- reindex`.
 * @param folded a text of `foldForSearch`
 */
export function nameKeys(folded: string): string[] {
  const roman = romanized(folded, keyLetters);
  return keysOf(`${apply(roman, JOINS)} ${roman}`);
}

export interface NameWord {
  readonly letters: string;
  readonly isArabic: boolean;
}

const ARABIC = /[\u0600-\u06ff]/;

function wordsIn(text: string, isArabic: boolean, rules: readonly Rule[]): NameWord[] {
  const letters = apply(romanized(text, comparedLetters), rules);
  return letters
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ letters: apply(word, isArabic ? ALLAH : [...SOUNDS, DOUBLED]), isArabic }));
}

/** @param joined whether words that are one name, such as "Abd El Rahman", are one word */
export function nameWords(name: string, joined: boolean): NameWord[] {
  // Runs of words in one script: the rules of both do not meet.
  const plain = plainLetters(name);
  const runs =
    plain.match(/[^\s\u0600-\u06ff]+(?:\s+[^\s\u0600-\u06ff]+)*|[\u0600-\u06ff]+(?:\s+[\u0600-\u06ff]+)*/g) ??
    [];
  return runs.flatMap((run) => wordsIn(run, ARABIC.test(run), joined ? JOINS : []));
}

export function keysOfSearch(typed: string): string[][] {
  const words = apply(romanized(foldForSearch(typed), keyLetters), JOINS)
    .split(' ')
    .filter(Boolean);
  return words.map(keysOf).filter((keys) => keys.length > 0);
}
