import { ltr, own } from '#contract/arabic/wording.ts';
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
  paidBy,
  payersOf,
  purposeOf,
  sumsOf,
  wordsIn,
} from './shown-receipt.ts';

/** Returns an amount that is never broken between its number and its currency. @param amount in piastres */
const whole = (amount: Piastres, language: PaperLanguage) =>
  moneyIn(amount, language).replaceAll(' ', '\u00a0');

/**
 * Returns the lines of a receipt in one language. Names and numbers are isolated: a line runs in the direction of its own words,
 * also where it begins with a name of the other language.
 */
function linesIn(receipt: KnownReceipt, language: PaperLanguage): string[] {
  const texts = paperMessages[language];
  const payers = payersOf(receipt);
  const { total, remaining } = sumsOf(receipt);
  const marks = [
    ...(isCancelled(receipt) ? [texts.cancelled] : []),
    ...(receipt.waiting ? [texts.waiting] : []),
  ];
  return [
    [texts.receipt, receipt.receipt_number && own(receipt.receipt_number), ...marks]
      .filter(Boolean)
      .join(' · '),
    `${texts.date}: ${ltr(momentOf(receipt))}`,
    `${texts.receivedFrom}: ${payers.map(own).join(texts.and)}`,
    ...receipt.lines.map((line) => {
      const { record, cancelled } = line;
      const amount = paidBy(line);
      const who = payers.length > 1 ? nameIn(record, 'student') : undefined;
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
  const parts = languagesOf(style.receipt_language).map((language) => linesIn(receipt, language).join('\n'));
  return [style.name, ...parts, style.receipt_footer].filter(Boolean).join('\n\n');
}
