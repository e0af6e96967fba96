import { isDay } from '#contract/days.ts';
import type { FieldMap } from '#contract/fields.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { type Piastres, parseTypedAmount, toWesternDigits } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { inLanguage } from '#server/language.ts';

/** Reads what people write in files: more than forms take. What is not understood stays as it is, and its schema refuses it. */

/** Marks of direction, which our own copied texts and Arabic programs bring. */
const MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

const plain = (typed: string) => toWesternDigits(typed.replace(MARKS, '')).trim();

/** Returns a day as yyyy-MM-dd: also from 31/1/2026 and 2026/1/31, in any digits, and from a time. */
export function dayOf(typed: string): string {
  const text = plain(typed).replace(/[T ]\d{1,2}:.*$/, '');
  const [, first = '', month = '', last = ''] =
    /^(\d{1,4})[/.\- ](\d{1,2})[/.\- ](\d{1,4})$/.exec(text) ?? [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : typed;
}

const CURRENCY = '(?:L\\.?E\\.?|E£|EGP|ج\\.?\\s?م\\.?|جنيه(?:ا|ًا)?(?:\\s+مصري(?:ا|ًا)?)?)';
const CURRENCIES = new RegExp(`^${CURRENCY}\\s*|\\s*${CURRENCY}$`, 'gi');

/** Parses an amount with its currency, as our screens show it, also with the Arabic comma: "1,250.50 ج.م", "١٢٥٠،٥". */
export function amountOf(typed: string): Piastres | undefined {
  const number = plain(typed)
    .replace(CURRENCIES, '')
    .replace(/،(?=\d{3}(?!\d))/g, ',')
    .replaceAll('،', '.');
  return parseTypedAmount(number);
}

/** Lists what desks call a choice beside its labels, by field and value. */
const words: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  period: {
    '1': ['شهر', 'month', 'one month'],
    '2': ['شهرين', 'two months'],
    '3': ['ربع سنة'],
    '6': ['نصف سنة', 'نص سنة', 'half a year'],
    '12': ['سنة', 'سنة كاملة', 'عام', 'year', 'one year'],
  },
  transportation_type: {
    outside_bus: ['خارجي', 'الباص الخارجي', 'outside'],
    our_bus: ['داخلي', 'باصنا', 'school bus'],
    parent: ['الأهل', 'أهل', 'مع الأهل', 'ولي أمر', 'parents', 'family'],
  },
};
/** What stands beside the number of a choice. */
const units: Readonly<Record<string, RegExp>> = {
  period: /^(?:شهر|شهور|اشهر|شهرا|months?)$/,
  level: /^(?:المستوي|مستوي|level)$/,
};

function namesOf(fields: FieldMap, name: string): ReadonlyMap<string, string> {
  const labelled = (['en', 'ar'] as const).flatMap((language) =>
    inLanguage(language, () =>
      (fields[name]?.choices ?? []).flatMap(({ value, label }) => [
        [value, value] as const,
        [label, value] as const,
      ]),
    ),
  );
  const others = Object.entries(words[name] ?? {}).flatMap(([value, said]) =>
    said.map((one) => [one, value] as const),
  );
  return new Map([...others, ...labelled].map(([said, value]) => [foldForSearch(said), value]));
}

const choicesOf = memoizeBy(
  (fields: FieldMap) => new Map(Object.keys(fields).map((name) => [name, namesOf(fields, name)])),
);

/** Returns the value of a choice by its value, its label in both languages, or what desks call it. */
export function choiceOf(fields: FieldMap, name: string, typed: string): string {
  const text = foldForSearch(plain(typed));
  const values = choicesOf(fields).get(name);
  const number = /\d+/.exec(text)?.[0];
  const unit = units[name];
  const counted =
    number !== undefined && unit?.test(text.replace(number, '').trim()) ? values?.get(number) : undefined;
  return values?.get(text) ?? counted ?? typed;
}
