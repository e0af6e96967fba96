import type { Choices } from '#contract/choices.ts';
import type { Field, FieldMap } from '#contract/fields.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { languages } from '#contract/messages.ts';
import { type Piastres, parseTypedAmount, toWesternDigits, withoutCurrency } from '#contract/money.ts';
import { choiceNameOf, type NamedChoice, splitChoices } from '#contract/named-choices.ts';
import { foldForSearch } from '#contract/paging.ts';
import { CASH, methodNameOf, offeredMethods } from '#contract/payment-methods.ts';
import { inLanguage } from '#server/messages/language.ts';
import type { BranchLists } from '#server/records/branch-lists.ts';
import { plain } from './import-days.ts';

/** Files contain more forms of values than the app takes. Unknown forms are left to the schema to refuse. */

/** With its currency, as our screens show it, also with the Arabic comma: "1,250.50 ج.م", "١٢٥٠،٥". */
export function amountOf(typed: string): Piastres | undefined {
  return parseTypedAmount(withoutCurrency(toWesternDigits(typed)).replace(/،(?=\d{3}(?!\d))/g, ','));
}

const PRECISE = /^(\d+|\d{1,3}(?:,\d{3})+)\.(\d{4,20})$/;
/** Less than this part of a piastre comes from the arithmetic of a program, not from a person. */
const DUST = 10_000n;

/** A third, as a spreadsheet keeps it. Three decimals are not rounded: 1.250 may be a thousand. */
export function roundedAmount(typed: string) {
  const text = withoutCurrency(toWesternDigits(typed)).replace('٫', '.').trim();
  const [, whole, decimals = ''] = PRECISE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const unit = 10n ** BigInt(decimals.length - 2);
  const exact = BigInt(whole.replaceAll(',', '') + decimals);
  const amount = (exact + unit / 2n) / unit;
  const off = exact - amount * unit;
  // A person would not have written the amount so.
  return { amount, changed: (off < 0n ? -off : off) * DUST >= unit };
}

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
const units: Readonly<Record<string, RegExp>> = {
  period: /^(?:شهر|شهور|اشهر|شهرا|months?)$/,
  level: /^(?:المستوي|مستوي|level)$/,
};

function namesOf(fields: FieldMap, name: string): ReadonlyMap<string, string> {
  const labelled = languages.flatMap((language) =>
    inLanguage(language, () =>
      (fields[name]?.choices ?? []).flatMap(({ value, label }) => [
        [value, value] as const,
        [label, value] as const,
      ]),
    ),
  );
  const others = Object.entries(words[name] ?? {}).flatMap(([value, texts]) =>
    texts.map((one) => [one, value] as const),
  );
  return new Map([...others, ...labelled].map(([text, value]) => [foldForSearch(text), value]));
}

const choicesOf = memoizeBy(
  (fields: FieldMap) => new Map(Object.keys(fields).map((name) => [name, namesOf(fields, name)])),
);

export function choiceOf(fields: FieldMap, name: string, typed: string): string | undefined {
  const text = foldForSearch(plain(typed));
  const values = choicesOf(fields).get(name);
  const number = /\d+/.exec(text)?.[0];
  const unit = units[name];
  const counted =
    number !== undefined && unit?.test(text.replace(number, '').trim()) ? values?.get(number) : undefined;
  return values?.get(text) ?? counted;
}

/** By name in either language or by id, removed entries too: the file tells of earlier payments. */
export function listedIdOf({ kind, list }: Field, lists: BranchLists, typed: string): string | undefined {
  const cash = languages.map((language) => ({
    id: CASH,
    name: inLanguage(language, () => methodNameOf([], CASH)),
  }));
  const entries: readonly (Pick<NamedChoice, 'id' | 'name'> & { readonly name_ar?: string })[] =
    kind === 'method' ? [...cash, ...lists.payment_methods] : list ? lists[list] : [];
  const text = foldForSearch(plain(typed));
  return entries.find(({ id, name, name_ar = '' }) =>
    [id, name, name_ar].some((one) => foldForSearch(one) === text),
  )?.id;
}

export const hasWords = ({ kind, list, choices }: Field): boolean =>
  kind === 'method' || list !== undefined || choices !== undefined;

export function meaningsOf({ kind, list, choices = [] }: Field, lists: BranchLists): Choices {
  const offered =
    kind === 'method' ? offeredMethods(lists.payment_methods) : list && splitChoices(lists[list]).offered;
  return offered
    ? offered.map(({ id }) => ({ value: id, label: choiceNameOf(offered, id) }))
    : choices.map(({ value, label }) => ({ value, label }));
}
