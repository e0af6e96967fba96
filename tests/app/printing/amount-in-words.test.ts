import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arabicWords } from '#app/printing/words/arabic-words.ts';
import { englishWords } from '#app/printing/words/english-words.ts';
import { LARGEST_AMOUNT } from '#contract/money.ts';

/** A collection has at most a hundred payments. */
const LARGEST = LARGEST_AMOUNT * 100n;

describe('an amount in Arabic words', () => {
  it.each([
    [0n, 'صفر جنيه'],
    [1n, 'قرش واحد'],
    [2n, 'قرشان'],
    [5n, 'خمسة قروش'],
    [25n, 'خمسة وعشرون قرشًا'],
    [1_00n, 'جنيه واحد'],
    [2_00n, 'جنيهان'],
    [3_00n, 'ثلاثة جنيهات'],
    [10_00n, 'عشرة جنيهات'],
    [11_00n, 'أحد عشر جنيهًا'],
    [12_50n, 'اثنا عشر جنيهًا وخمسون قرشًا'],
    [21_00n, 'واحد وعشرون جنيهًا'],
    [50_00n, 'خمسون جنيهًا'],
    [99_00n, 'تسعة وتسعون جنيهًا'],
    [100_00n, 'مائة جنيه'],
    [101_00n, 'مائة جنيه وجنيه واحد'],
    [102_00n, 'مائة جنيه وجنيهان'],
    [103_00n, 'مائة وثلاثة جنيهات'],
    [111_00n, 'مائة وأحد عشر جنيهًا'],
    [200_00n, 'مائتا جنيه'],
    [202_00n, 'مائتا جنيه وجنيهان'],
    [210_00n, 'مائتان وعشرة جنيهات'],
    [250_00n, 'مائتان وخمسون جنيهًا'],
    [750_00n, 'سبعمائة وخمسون جنيهًا'],
    [1_000_00n, 'ألف جنيه'],
    [1_200_00n, 'ألف ومائتا جنيه'],
    [1_250_50n, 'ألف ومائتان وخمسون جنيهًا وخمسون قرشًا'],
    [2_000_00n, 'ألفا جنيه'],
    [2_001_00n, 'ألفا جنيه وجنيه واحد'],
    [2_500_00n, 'ألفان وخمسمائة جنيه'],
    [3_000_00n, 'ثلاثة آلاف جنيه'],
    [11_000_00n, 'أحد عشر ألف جنيه'],
    [11_250_00n, 'أحد عشر ألفًا ومائتان وخمسون جنيهًا'],
    [50_000_00n, 'خمسون ألف جنيه'],
    [100_000_00n, 'مائة ألف جنيه'],
    [102_000_00n, 'مائة ألف وألفا جنيه'],
    [200_000_00n, 'مائتا ألف جنيه'],
    [200_005_00n, 'مائتا ألف وخمسة جنيهات'],
    [2_000_000_00n, 'مليونا جنيه'],
    [3_000_100_00n, 'ثلاثة ملايين ومائة جنيه'],
    [
      99_999_999_99n,
      'تسعة وتسعون مليونًا وتسعمائة وتسعة وتسعون ألفًا وتسعمائة وتسعة وتسعون جنيهًا وتسعة وتسعون قرشًا',
    ],
  ])('%s piastres are %s', (amount, words) => expect(arabicWords(amount)).toBe(words));

  it('can be read back to the amount, up to the largest collection', () => {
    const amounts = fc.bigInt({ min: 1n, max: LARGEST });
    const around = fc
      .tuple(fc.bigInt({ min: 0n, max: 12n }), fc.nat({ max: 11 }))
      .map(([count, power]) => (count + 1n) * 10n ** BigInt(power) * 100n);
    fc.assert(
      fc.property(fc.oneof(amounts, around), (amount) => {
        fc.pre(amount <= LARGEST);
        expect(readArabic(arabicWords(amount))).toBe(amount);
      }),
      { numRuns: 500 },
    );
  });
});

const ones = 'واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' ');
const tens = 'عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'.split(' ');
const hundreds = 'مائة مائتان ثلاثمائة أربعمائة خمسمائة ستمائة سبعمائة ثمانمائة تسعمائة'.split(' ');
/** The value of each word, without its case ending. Written apart from the words that are tested. */
const units = new Map([
  ...ones.map((word, at) => [word, BigInt(at + 1)] as const),
  ...tens.map((word, at) => [word, BigInt(at + 2) * 10n] as const),
  ...hundreds.map((word, at) => [word, BigInt(at + 1) * 100n] as const),
  ...Object.entries({ أحد: 1n, اثنا: 2n, عشر: 10n, مائتا: 200n }),
]);
const nouns: [RegExp, bigint][] = [
  [/^(مليار|مليارات|مليارًا)$|^(مليارا|ملياران)$/, 1_000_000_000n],
  [/^(مليون|ملايين|مليونًا)$|^(مليونا|مليونان)$/, 1_000_000n],
  [/^(ألف|آلاف|ألفًا)$|^(ألفا|ألفان)$/, 1_000n],
];

/** Reads words back: a noun of scale multiplies what stands before it, alone it is one, and its dual two. */
function readArabic(text: string): bigint {
  let [pounds, piastres, total, group] = [0n, 0n, 0n, 0n];
  const take = (counted: bigint) => {
    [total, group] = [0n, 0n];
    return counted;
  };
  for (const token of text.replace(/(جنيه|قرش) واحد/g, '$1-').split(' ')) {
    const word = token.replace(/^و(?!احد$)/, '');
    const unit = units.get(word);
    const scale = nouns.find(([pattern]) => pattern.test(word));
    if (unit !== undefined) group += unit;
    else if (scale) {
      const [pattern, size] = scale;
      total += (pattern.exec(word)?.[2] ? 2n : group || 1n) * size;
      group = 0n;
    } else if (word === 'جنيه-' || word === 'جنيهان') pounds += word === 'جنيهان' ? 2n : 1n;
    else if (word === 'قرش-' || word === 'قرشان') piastres += word === 'قرشان' ? 2n : 1n;
    else if (/^جنيه(ات|ًا)?$/.test(word)) pounds += take(total + group);
    else if (/^(قرش|قروش|قرشًا)$/.test(word)) piastres += take(total + group);
    else throw new Error(`Unknown word: ${word}`);
  }
  return pounds * 100n + piastres;
}

describe('an amount in English words', () => {
  it.each([
    [0n, 'Zero Egyptian pounds'],
    [1n, 'One piastre'],
    [1_00n, 'One Egyptian pound'],
    [21_50n, 'Twenty-one Egyptian pounds and fifty piastres'],
    [1_001_00n, 'One thousand and one Egyptian pounds'],
    [1_250_00n, 'One thousand two hundred and fifty Egyptian pounds'],
    [2_000_000_01n, 'Two million Egyptian pounds and one piastre'],
    [9_999_999_999_00n, expect.stringMatching(/^Nine billion nine hundred and ninety-nine million /)],
  ])('%s piastres are %s', (amount, words) => expect(englishWords(amount)).toEqual(words));
});
