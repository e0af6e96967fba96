import { toWesternDigits } from '#contract/money.ts';
import { seenLine } from '#contract/typed-text.ts';

const SHORTENED = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;
const DECIMALS = /^(\+?\d{7,})[.,]0+$/;
const THOUSANDS = /^\d{1,3}(?:,\d{3}){2,}(?:\.0+)?$/;
/** A number after `wa.me/` names its country without a sign. */
const LINK = /^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?phone=)\+?(\d+).*$/i;
/** Spreadsheets keep a number as text behind an apostrophe. */
const BEFORE = /^(?:tel:|['’`])\s*/i;

/** Shortened is a number that a spreadsheet rounded, as in 2.01012E+11: its digits are lost. */
export function phoneOf(cell: string) {
  const text = seenLine(toWesternDigits(cell))
    .replace(BEFORE, '')
    .replace(LINK, '+$1')
    .replace(DECIMALS, '$1');
  const [, first, more = '', exponent] = SHORTENED.exec(text) ?? [];
  if (first !== undefined) {
    const isWhole = more.length === Number(exponent);
    return isWhole ? { text: first + more, shortened: false } : { text: cell, shortened: true };
  }
  return { text: THOUSANDS.test(text) ? text.replace(/,|\.0+$/g, '') : text, shortened: false };
}
