import type { DigitWriter } from '#contract/digits.ts';
import { languageNow } from '#contract/messages.ts';

/** Words with Latin letters, and numbers with their separators and percent sign. */
const WORDS_AND_NUMBERS =
  /[\w@.:/+#-]*[A-Za-z][\w@.:/+#-]*|\d(?:[\d,.]*\d)?(?: ?%)?(?=(?<gap>[^\p{L}\d\u2066-\u2069]+\d|$)|)/gu;
const SEPARATED = /^\d+(?:,\d{3})*(?:\.\d+)?$/;
const ISOLATED = /(\u2066[^\u2069]*\u2069)/;
const ARABIC_ZERO = 0x0660;
const LEFT_TO_RIGHT_MARK = '\u200e';

/** Separators of days and times hold digits together by themselves; other signs would turn Arabic-Indic ones around. */
const JOINING = /^[/:.,]\d/;

const digitsOf = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(ARABIC_ZERO + Number(digit)));

function numberOf(number: string): string {
  const plain = number.replace(/ ?%/, '');
  const separated = SEPARATED.test(plain) ? plain.replaceAll(',', '\u066c').replace('.', '\u066b') : plain;
  return digitsOf(separated) + number.slice(plain.length).replace('%', '\u066a');
}

function convert(text: string, leftToRight: boolean): string {
  return text.replace(WORDS_AND_NUMBERS, (found: string, ...rest: unknown[]) => {
    if (/[A-Za-z]/.test(found)) return found;
    const { gap } = rest.at(-1) as { gap?: string };
    const isApart = leftToRight && gap !== undefined && !JOINING.test(gap);
    return numberOf(found) + (isApart ? LEFT_TO_RIGHT_MARK : '');
  });
}

function partedBy(text: string, kept: readonly string[]): string[] {
  const escaped = kept
    .filter((part) => /\d/.test(part))
    .toSorted((one, other) => other.length - one.length)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (escaped.length === 0) return [text];
  const parts = [''];
  // Matching whole numbers as well leaves a "3" within "13" alone.
  for (const [found, part] of text.matchAll(new RegExp(`(${escaped.join('|')})(?!\\d)|\\d+|[^\\d]`, 'gu'))) {
    if (part !== undefined) parts.push(part, '');
    else parts[parts.length - 1] += found;
  }
  return parts;
}

/**
 * With their separators: "1,250.50" becomes "١٬٢٥٠٫٥٠". A word with Latin letters stays: an address, a file, a code
 * such as "A-102". If the text runs from left to right, or is a number alone, a mark after each number keeps those that
 * stand apart in order.
 */
export function toArabicIndic(
  text: string,
  kept: readonly string[] = [],
  runsFromLeft = languageNow() === 'en',
): string {
  if (!/\d/.test(text)) return text;
  const leftToRight = runsFromLeft || !/\p{L}/u.test(text);
  return partedBy(text, kept)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .split(ISOLATED)
            .map((one) => convert(one, leftToRight || one.startsWith('\u2066')))
            .join(''),
    )
    .join('');
}

/** For a phone number, receipt number or code; its signs and length stay. A word with Latin letters stays. */
const codeOf = (value: string): string =>
  value.replace(/[\w@.:/+#-]*[A-Za-z][\w@.:/+#-]*|\d+/g, (found) =>
    /[A-Za-z]/.test(found) ? found : digitsOf(found),
  );

/** From left to right; a number with letters goes in their direction. */
function isolated(number: string): string {
  const written = codeOf(number);
  if (written === number) return number;
  if (/\p{L}/u.test(written)) return `\u2068${written}\u2069`;
  // Without a mark "12-345" would read 345-12.
  return `\u2066${written.replace(/[\u0660-\u0669](?=[^\u0660-\u0669/:.,])/g, `$&${LEFT_TO_RIGHT_MARK}`)}\u2069`;
}

export const arabicIndic: DigitWriter = {
  text: toArabicIndic,
  number: isolated,
  // Marks have no place in a value.
  value: (value, kind) => (kind === 'amount' ? convert(value, false) : codeOf(value)),
};
