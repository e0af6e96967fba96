/** Cost of a letter without a counterpart in the other spelling. */
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

export function spellingsOf(letters: string, isFirst: boolean, isLast: boolean): Costs {
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

/** Cost of an Arabic letter that the Latin spelling leaves out. */
export function gapOfArabic(word: string, at: number): number {
  const letter = word.charAt(at);
  if (letter === 'h' && at === word.length - 1) return 0.2;
  // Nobody speaks the last letter of عمرو.
  if (word === 'Emrw' && at === 3) return 0;
  const gap = ARABIC_GAPS[letter];
  if (gap !== undefined) return gap;
  return at > 0 && word.charAt(at - 1) === letter ? 0.15 : MISSING;
}

/** "a" is the long vowel of such a name: in سامح and كامل the second one is "e" or "i". */
export const hasLongFirst = (arabic: string): boolean => arabic.charAt(1) === 'a';
export const SECOND_A = 0.25;

/** Cost of a Latin letter that the Arabic spelling leaves out: little for a short vowel. */
export function gapOfLatin(word: string, at: number): number {
  const letter = word.charAt(at);
  if (isVowel(letter)) return isVowel(word.charAt(at - 1)) ? 0.3 : at === word.length - 1 ? 0.35 : 0.1;
  if (letter === 'h' && at === word.length - 1) return 0.05;
  if (letter === 'y' || letter === 'w') return 0.45;
  return MISSING;
}

export function latinCost(one: string, other: string): number {
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
