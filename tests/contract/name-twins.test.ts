import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameKeys } from '#contract/name-keys.ts';
import { hasKeys, isTwinName, twinsAmong, wantedKeys } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';

/** A common name in Arabic, and its usual Latin spellings. */
const common = readFileSync(path.join(import.meta.dirname, 'egyptian-names.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('='))
  .map((line) => {
    const [arabic = '', latin = ''] = line.split('=');
    return { arabic, latin: latin.split(',') };
  });

const indexed = (names: readonly string[]) =>
  names.map((name) => ({ name, keys: nameKeys(foldForSearch(name)) }));
const finderAmong = (names: readonly string[]) => {
  const rows = indexed(names);
  return (typed: string) => {
    const wanted = wantedKeys(typed);
    const found = (isOpen: boolean) =>
      twinsAmong(
        typed,
        rows.filter(({ keys }) => hasKeys(keys, wanted, isOpen)),
        isOpen,
      );
    const whole = found(false);
    return (whole.length > 0 ? whole : found(true)).slice(0, 8).map(({ name }) => name);
  };
};

/** Searches every spelling, and counts who was found, and who among the first three nobody meant. */
function measure(
  searches: readonly { typed: string; meant: string[] }[],
  isRight: (typed: string, hit: string) => boolean,
  find: (typed: string) => string[],
) {
  const answers = searches.map(({ typed, meant }) => ({ typed, meant, hits: find(typed) }));
  const first = answers.flatMap(({ typed, hits }) => hits.slice(0, 3).map((hit) => isRight(typed, hit)));
  return {
    found:
      answers.filter(({ meant, hits }) => hits.some((hit) => meant.includes(hit))).length / answers.length,
    wrong: first.filter((right) => !right).length / first.length,
  };
}

const isSpelling = (latin: string, arabic: string) =>
  common.some(
    (one) =>
      one.arabic === arabic && one.latin.some((spelling) => spelling.toLowerCase() === latin.toLowerCase()),
  );

describe('a name in other letters', () => {
  it('finds at least 95 % of 500 common names by their Latin spellings, and few others', () => {
    expect(common.length).toBeGreaterThanOrEqual(500);
    const searches = common.flatMap(({ arabic, latin }) =>
      latin.map((typed) => ({ typed, meant: [arabic] })),
    );
    const measured = measure(searches, isSpelling, finderAmong(common.map(({ arabic }) => arabic)));
    expect(measured.found).toBeGreaterThanOrEqual(0.95);
    expect(measured.wrong).toBeLessThanOrEqual(0.1);
  });

  it('finds at least 95 % of their Latin spellings by the Arabic one, and few others', () => {
    const searches = common.map(({ arabic, latin }) => ({ typed: arabic, meant: latin }));
    const measured = measure(
      searches,
      (typed, hit) => isSpelling(hit, typed),
      finderAmong(common.flatMap(({ latin }) => latin)),
    );
    expect(measured.found).toBeGreaterThanOrEqual(0.95);
    expect(measured.wrong).toBeLessThanOrEqual(0.1);
  });

  it.each([
    ['Mona', 'منى'],
    ['Youssef', 'يوسف'],
    ['Mohammed', 'محمد'],
    ['Muhammad', 'مُحمَّد'],
    ['Abdelrahman', 'عبد الرحمن'],
    ['Abd El-Rahman', 'عبدالرحمن'],
    ['Abdurrahman', 'عبد الرحمن'],
    ['Noureldin', 'نور الدين'],
    ['A7med', 'أحمد'],
    ['Mona Adel', 'منى محمد عادل'],
    ['منى عادل', 'Mona Adel'],
    ['Mona عادل', 'منى عادل'],
    ['Mohamed', 'Muhammad'],
    ['Moham', 'محمد'],
    ['Mona Ade', 'منى عادل'],
  ])('is found by %s: %s', (typed, name) => expect(finderAmong([name])(typed)).toEqual([name]));

  it.each([
    ['Mona', 'سمير'],
    ['Mohamed', 'محمود'],
    ['Mona Adel', 'منى سمير'],
    ['محمد', 'محمود'],
    ['Sherif', 'أشرف'],
    ['0101', 'هاني'],
  ])('is not found by %s: %s', (typed, name) => expect(finderAmong([name])(typed)).toEqual([]));

  it('is told from a longer one: whole names come before beginnings', () =>
    expect(finderAmong(['منال', 'منى', 'منصور'])('Mona')).toEqual(['منى']));

  it('is one person if as many words are twins', () => {
    expect(isTwinName('Mona Adel', 'منى عادل')).toBe(true);
    expect(isTwinName('Mona Adel', 'منى عادل سمير')).toBe(false);
    expect(isTwinName('Mona Adel', 'مها عادل')).toBe(false);
  });
});
