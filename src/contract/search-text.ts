import type { Draft, Resource } from './define-resource.ts';
import { toWesternDigits } from './money.ts';
import { foldForSearch } from './paging.ts';
import { phoneKeys, phonesIn } from './phones.ts';
import { seenLine } from './typed-text.ts';

export const PHONE_MARK = '☎';

/** So many typed digits are searched anywhere in a phone number, fewer at its beginning. */
const PHONE_DIGITS = 7;
/** So many last digits are the same with and without a country code (decision 105). */
const NATIONAL_DIGITS = 9;

const shortNumber = new RegExp(`^\\d{1,${PHONE_DIGITS - 1}}$`);
const PART_OF_PHONE = /^\+?[\d().\-/]+$/;

/** A number or a part of one, without Egypt's country code. */
function foldPhone(phone: string): string {
  return toWesternDigits(phone)
    .replace(/[^\d+]/g, '')
    .replace(/^(?:\+|00)20|^20(?=\d{9,10}$)/, '0')
    .replace(/\D/g, '');
}

function foldPhones(text: string): string[] {
  const phones = phonesIn(text).map(({ written }) => foldPhone(written));
  return phones.length > 0 ? phones : [foldPhone(text)].filter(Boolean);
}

const isPhone = ({ fields }: Pick<Resource, 'fields'>, path: string): boolean =>
  fields[path]?.kind === 'phone' || path.endsWith('_data.phone');

export function searchedText(
  resource: Pick<Resource, 'fields'>,
  paths: readonly string[],
  valueAt: (path: string) => unknown,
): string {
  const filled = paths.map((path) => ({ path, value: valueAt(path) })).filter(({ value }) => value);
  const texts = filled.filter(({ path }) => !isPhone(resource, path)).map(({ value }) => String(value));
  const phones = filled
    .filter(({ path }) => isPhone(resource, path))
    .flatMap(({ value }) => foldPhones(String(value)));
  return [
    ...(texts.length > 0 ? [foldForSearch(texts.join('\n'))] : []),
    ...phones.map((phone) => PHONE_MARK + phone),
  ].join('\n');
}

function wordOfPhone(parts: string): string {
  const digits = foldPhone(parts);
  return digits.length > NATIONAL_DIGITS ? (phoneKeys(digits)[0] ?? digits) : digits;
}

/** Distinct folded words that must all occur; digits that belong together are one word (decision 61). */
export function wordsOfSearch(
  { fields, search }: Pick<Resource, 'fields' | 'search'>,
  typed: string,
): string[] {
  const words = foldForSearch(typed).split(/\s+/).filter(Boolean);
  if (!search.some((path) => isPhone({ fields }, path))) return [...new Set(words)];
  const found: string[] = [];
  let parts: string[] = [];
  const endPhone = () => {
    const together = parts.join('');
    const isPhoneNumber = /^[+0]/.test(together) || together.replace(/\D/g, '').length >= PHONE_DIGITS;
    found.push(...(isPhoneNumber ? [wordOfPhone(together)] : parts).filter(Boolean));
    parts = [];
  };
  for (const word of words) {
    if (PART_OF_PHONE.test(word)) parts.push(word);
    else {
      endPhone();
      found.push(word);
    }
  }
  endPhone();
  return [...new Set(found)];
}

export const isShortNumber = (word: string): boolean => shortNumber.test(word);

/** A few digits, such as a receipt number, are not searched in the middle of phone numbers. */
export function containsWord(text: string, word: string): boolean {
  if (!isShortNumber(word)) return text.includes(word);
  return text.split(PHONE_MARK, 1)[0]?.includes(word) === true || text.includes(PHONE_MARK + word);
}

/**
 * So that a result says why it was found.
 * @param shown paths that a result shows in any case
 */
export function alsoFoundBy(
  { fields, search }: Pick<Resource, 'fields' | 'search'>,
  shown: readonly string[],
  typed: string,
  valueAt: (path: string) => unknown,
): string[] {
  const textOf = (paths: readonly string[]) => searchedText({ fields }, paths, valueAt);
  const unseen = wordsOfSearch({ fields, search }, typed).filter(
    (word) => !containsWord(textOf(shown), word),
  );
  return search.filter((path) => unseen.some((word) => containsWord(textOf([path]), word)));
}

/** A person sees the same code or receipt number in both, in any digits (decision 148). */
export const isSameCode = (one: string, other: string): boolean =>
  foldForSearch(seenLine(one)) === foldForSearch(seenLine(other));

export function ownSearchFields(search: Resource['search']): readonly string[] {
  return search.filter((path) => !path.includes('.'));
}

export function ownSearchedText(resource: Pick<Resource, 'fields' | 'search'>, record: Draft): string {
  return searchedText(resource, ownSearchFields(resource.search), (path) => record[path]);
}
