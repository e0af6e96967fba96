import { displayDay } from '#contract/days.ts';
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

function linesIn(receipt: KnownReceipt, language: PaperLanguage): string[] {
  const texts = paperMessages[language];
  const payers = payersOf(receipt);
  const { total, remaining } = sumsOf(receipt);
  const marks = [
    ...(isCancelled(receipt) ? [texts.cancelled] : []),
    ...(receipt.waiting ? [texts.waiting] : []),
  ];
  return [
    [texts.receipt, receipt.receipt_number, ...marks].filter(Boolean).join(' · '),
    `${texts.date}: ${momentOf(receipt)}`,
    `${texts.receivedFrom}: ${payers.join(texts.and)}`,
    ...receipt.lines.map((line) => {
      const { record, cancelled } = line;
      const amount = paidBy(line);
      const who = payers.length > 1 ? nameIn(record, 'student') : undefined;
      const what = [who, purposeOf(line, language)].filter(Boolean).join(' · ');
      const paid = amount === undefined ? '' : `: ${moneyIn(amount, language)}`;
      const why = cancelled
        ? ` (${texts.cancelledBecause({ ...cancelled, day: displayDay(cancelled.at) })})`
        : '';
      return `- ${what}${paid}${why}`;
    }),
    ...(total === undefined ? [] : [`${texts.total}: ${moneyIn(total, language)}`]),
    ...(total === undefined || total === 0n ? [] : [wordsIn(total, language)]),
    ...(remaining === undefined ? [] : [`${texts.remaining}: ${moneyIn(remaining, language)}`]),
    ...(receipt.taken_by === null ? [] : [`${texts.takenBy}: ${receipt.taken_by}`]),
  ];
}

/** Returns a receipt as text, in the languages of the branch, each for itself. */
export function receiptText(receipt: KnownReceipt, style: ReceiptStyle): string {
  const parts = languagesOf(style.receipt_language).map((language) => linesIn(receipt, language).join('\n'));
  return [style.name, ...parts, style.receipt_footer].filter(Boolean).join('\n\n');
}
