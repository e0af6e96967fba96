import type { ElementType } from 'react';
import { languageNow } from '#contract/messages.ts';
import type { Props } from './props.ts';

/** Finds words with Latin letters, and numbers with their separators and percent sign. */
const WORDS_AND_NUMBERS =
  /[\w@.:/+#-]*[A-Za-z][\w@.:/+#-]*|\d(?:[\d,.]*\d)?(?: ?%)?(?=(?<gap>[^\p{L}\d\u2066-\u2069]+\d)?)/gu;
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

/**
 * Writes the numbers of a text in Arabic-Indic digits, with their separators: "1,250.50" becomes "١٬٢٥٠٫٥٠". A word
 * with Latin letters stays as it is: an address, a file, a code such as "A-102".
 * @param leftToRight whether the text runs from left to right, where digits apart need a mark to keep their order
 */
export function toArabicIndic(text: string, leftToRight = languageNow() === 'en'): string {
  if (!/\d/.test(text)) return text;
  // Numbers alone, such as a phone number, run from left to right wherever they stand by themselves.
  const asNumbers = leftToRight || !/\p{L}/u.test(text);
  return text
    .split(ISOLATED)
    .map((part) => convert(part, asNumbers || part.startsWith('\u2066')))
    .join('');
}

/** Writes the value of an input in Arabic-Indic digits; its length stays, since marks have no place in a value. */
export const valueInArabicIndic = (value: string): string => convert(value, false);

/** Names the properties that a person reads or hears. */
const READ = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'title'];

/** Tells an input of numbers, whose value is drawn in the chosen digits. */
const holdsNumber = (props: Props) =>
  props['data-digits'] !== undefined || /^(?:decimal|numeric|tel)$/.test(String(props.inputMode));

function convertChild(child: unknown, leftToRight: boolean | undefined): unknown {
  if (typeof child === 'string') return toArabicIndic(child, leftToRight);
  if (typeof child === 'number') return toArabicIndic(String(child), leftToRight);
  return Array.isArray(child) ? child.map((one) => convertChild(one, leftToRight)) : child;
}

const FORWARDED = Symbol.for('react.forward_ref');

/**
 * Tells elements that stand on the page, and those of the component library, from components of ours: these draw
 * what they are given, and may read it before, as a text whose English words are its key.
 */
const isDrawn = (type: ElementType): boolean =>
  typeof type === 'object' ? Reflect.get(type, '$$typeof') === FORWARDED : typeof type !== 'function';

/** Returns the properties of an element with its texts in Arabic-Indic digits; `translate="no"` keeps them. */
export function drawArabicIndic(type: ElementType, props: Props): Props {
  if (props.translate === 'no' || !isDrawn(type)) return props;
  const leftToRight = props.dir === 'ltr' || undefined;
  const changed: Record<string, unknown> = {};
  const { children, value } = props;
  if (typeof children !== 'function' && children !== undefined)
    changed.children = convertChild(children, leftToRight);
  for (const name of READ) {
    const text = props[name];
    if (typeof text === 'string') changed[name] = toArabicIndic(text, leftToRight);
  }
  if (typeof value === 'string' && holdsNumber(props)) {
    changed.value = valueInArabicIndic(value);
    if (/\d/.test(value) && !/\p{L}/u.test(value)) {
      // Marks that keep digits apart in order have no place in a value. From right to left it would be mirrored.
      changed.dir = 'ltr';
      changed.style = { ...(props.style as object | undefined), unicodeBidi: 'bidi-override' };
    }
  }
  return { ...props, ...changed };
}
