import { own } from '#contract/arabic/wording.ts';
import { displayDay } from '#contract/days.ts';
import type { Piastres } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { type PaperLanguage, paperMessages } from './paper-messages.ts';
import type { ReceiptStyle } from './receipt-paper.tsx';
import {
  isCancelled,
  type KnownReceipt,
  languagesOf,
  momentOf,
  moneyIn,
  namesStudents,
  paidBy,
  payersOf,
  purposeOf,
  sumsOf,
  wordsIn,
} from './shown-receipt.ts';

/** Is a number in parts that has no letter. */
const BARE_PARTS = /^\p{N}+(?:[^\p{N}\p{L}]+\p{N}+)+$/u;
const LEFT_TO_RIGHT = /\u2066([^\u2066-\u2069]*)\u2069/g;

/** Returns an amount that is never broken between its number and its currency. @param amount in piastres */
const whole = (amount: Piastres, language: PaperLanguage) =>
  moneyIn(amount, language).replaceAll(' ', '\u00a0');

/**
 * Returns the lines of a receipt in one language. Names are isolated: a line runs in the direction of its own words, also where it
 * begins with a name of the other language. Numbers are not, so that what a parent copies is digits alone (decision 148).
 */
function linesIn(receipt: KnownReceipt, language: PaperLanguage): string[] {
  const texts = paperMessages[language];
  const payers = payersOf(receipt);
  const { total, remaining } = sumsOf(receipt);
  const number = receipt.receipt_number ?? '';
  // Beside Arabic 12-345 would read 345-12, on a line of its own it does not.
  const isTurned = BARE_PARTS.test(number);
  const marks = [...(isCancelled(receipt) ? [texts.cancelled] : [])];
  return [
    [texts.receipt, isTurned ? undefined : number, ...marks].filter(Boolean).join(' · '),
    ...(isTurned ? [number] : []),
    `${texts.date}: ${momentOf(receipt)}`,
    `${texts.receivedFrom}: ${payers.map(own).join(texts.and)}`,
    ...receipt.lines.map((line) => {
      const { record, cancelled } = line;
      const amount = paidBy(line);
      const who = namesStudents(receipt) ? nameIn(record, 'student') : undefined;
      const what = [who && own(who), purposeOf(line, language)].filter(Boolean).join(' · ');
      const paid = amount === undefined ? '' : `: ${whole(amount, language)}`;
      const why = cancelled
        ? ` (${texts.cancelledBecause({ ...cancelled, day: displayDay(cancelled.at) })})`
        : '';
      return `- ${what}${paid}${why}`;
    }),
    ...(total === undefined ? [] : [`${texts.total}: ${whole(total, language)}`]),
    ...(total === undefined || total === 0n ? [] : [wordsIn(total, language)]),
    ...(remaining === undefined ? [] : [`${texts.remaining}: ${whole(remaining, language)}`]),
    ...(receipt.taken_by === null ? [] : [`${texts.takenBy}: ${own(receipt.taken_by)}`]),
  ];
}

/** Returns a receipt as text, in the languages of the branch, each for itself. */
export function receiptText(receipt: KnownReceipt, style: ReceiptStyle): string {
  const parts = languagesOf(style.receipt_language).map((language) =>
    linesIn(receipt, language).join('\n').replace(LEFT_TO_RIGHT, '$1'),
  );
  return [style.name, ...parts, style.receipt_footer].filter(Boolean).join('\n\n');
}
