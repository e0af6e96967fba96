import { toWesternDigits } from './money.ts';
import { foldForSearch } from './paging.ts';
import { sentences } from './texts/sentences.en.ts';
import { seenLine, typedLine } from './typed-text.ts';

/** Country of numbers that name none: Egypt, because branches have no setting for it (decision 148). */
const COUNTRY = '20';
/** Fewer digits are a short number, which is not shared; more are no number. */
const FEWEST = 7;
const MOST = 15;
/** So many last digits are the same with and without a country code (decision 105). */
const COMPARED = 9;
const FEWEST_ABROAD = 8;

const MOBILE = /^1[0125]\d{8}$/;
const WITH_COUNTRY = /^20(?:1[0125]\d{8}|[2-9]\d{8})$/;
/** After a change of the rules: `npm run admin -- reindex`. */
const NEXT_NUMBER = /(\d{8})[\s().\p{Pd}−]+(?=\+?\d{8})/gu;
const NEXT_MOBILE = /(^|\D)((?:00)?(?:20)?0?1[0125]\d{8})(?=(?:00)?(?:20)?0?1[0125]\d{8}(?:$|\D))/g;
const SIGNS = /[\s().\p{Pd}−]/gu;
const ONLY_NUMBERS = /^[\d+\s().\p{Pd}−/\\,،;؛|&]+$/u;
const NO_PHONE =
  /^(?:[-–—_./\\*]+|none|no|nil|n\/?a|null|nothing|لا|لا ?يوجد|ليس ?(?:له|لها|لديه)|مفيش|ما ?فيش|بدون|بلا|غير موجود)$/;

export interface Phone {
  /** As a person writes it: 01012345678, or +966501234567 in another country. */
  readonly written: string;
  /** Country code and digits alone; undefined for numbers that are dialled within a town only. */
  readonly international: string | undefined;
  /** Equal for all writings of a number (decision 105). */
  readonly key: string;
}

function phoneOf(run: string): Phone | undefined {
  const digits = run.replace(/\D/g, '');
  const named = run.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : undefined;
  const dialled = named ?? digits;
  if (dialled.length < FEWEST || dialled.length > MOST) return undefined;
  const key = dialled.slice(-COMPARED);
  if (named !== undefined && !named.startsWith(COUNTRY))
    return { written: `+${named}`, international: named, key };
  const isWhole = named !== undefined || WITH_COUNTRY.test(digits);
  const national = (isWhole ? dialled.slice(COUNTRY.length) : digits).replace(/^0+/, '');
  // A sheet of numbers loses the first zero.
  const written = isWhole || MOBILE.test(digits) ? `0${national}` : digits;
  return {
    written,
    international: national.length >= FEWEST_ABROAD ? COUNTRY + national : undefined,
    key,
  };
}

const runsIn = (text: string): readonly string[] =>
  seenLine(toWesternDigits(text))
    .replace(NEXT_NUMBER, '$1/')
    .replace(SIGNS, '')
    .replace(NEXT_MOBILE, '$1$2/')
    .match(/\+?\d+/g) ?? [];

/** Any writing, in order: two in "010… / 011…", none in "none" (decision 148). */
export const phonesIn = (text: string | null | undefined): readonly Phone[] =>
  runsIn(text ?? '').flatMap((run) => phoneOf(run) ?? []);

/** Equal for all writings of a number; one for each number in the text (decision 105). */
export const phoneKeys = (text: string | null | undefined): readonly string[] => [
  ...new Set(phonesIn(text).map(({ key }) => key)),
];

const saysNoPhone = (text: string): boolean => NO_PHONE.test(foldForSearch(seenLine(text)));

/** '' for none, numbers as a person writes them, other text with digits as it was typed. */
export function storedPhone(text: string): string {
  const typed = seenLine(toWesternDigits(text));
  if (saysNoPhone(typed)) return '';
  const runs = runsIn(typed);
  const phones = phonesIn(typed);
  const isRead = phones.length > 0 && phones.length === runs.length && ONLY_NUMBERS.test(typed);
  return isRead ? phones.map(({ written }) => written).join(' / ') : typed;
}

/** Numbers of too few digits pass, because the specification has no rule for them; words do not. */
export const typedPhone = (facts: Parameters<typeof typedLine>[0]) =>
  typedLine(facts)
    .refine((text) => text === '' || saysNoPhone(text) || /\d/.test(toWesternDigits(text)), {
      error: () => sentences.phoneSuchAs,
    })
    .overwrite(storedPhone);

export interface SharedPhones<Name extends string> {
  readonly phones: Readonly<Record<Name, string>>;
  /** By field: texts that are no number, and numbers for which no field is free. */
  readonly left: readonly { readonly field: Name; readonly text: string }[];
}

/**
 * The second number of a field goes to the next field that is empty.
 * @param takesMore whether a field takes a number that stood in another one
 */
export function sharePhones<Name extends string>(
  cells: readonly (readonly [field: Name, text: string])[],
  takesMore: (field: Name) => boolean = () => true,
): SharedPhones<Name> {
  const phones = Object.fromEntries(cells.map(([field]) => [field, ''])) as Record<Name, string>;
  const left: { field: Name; text: string }[] = [];
  const spare: { field: Name; text: string }[] = [];
  for (const [field, text] of cells) {
    const stored = storedPhone(text);
    const [first, ...more] = stored.split(' / ');
    if (stored === '') continue;
    if (!/\d/.test(stored)) left.push({ field, text: stored });
    else if (phonesIn(stored).length !== more.length + 1) phones[field] = stored;
    else {
      phones[field] = first ?? '';
      spare.push(...more.map((one) => ({ field, text: one })));
    }
  }
  for (const one of spare) {
    const isKnown = cells.some(([field]) => phones[field] === one.text);
    const free = cells.find(([field]) => phones[field] === '' && takesMore(field))?.[0];
    if (isKnown) continue;
    if (free === undefined) left.push(one);
    else phones[free] = one.text;
  }
  return { phones, left };
}
