import { textOf } from '#app/fields/field-control.ts';
import { currentDay, dayAt, timeAt } from '#app/lib/branch-day.ts';
import { isolated } from '#contract/arabic/wording.ts';
import type { ReceiptLanguage } from '#contract/branch-settings.ts';
import { displayDay, effectiveDay } from '#contract/days.ts';
import { inDigits, inLatinDigits } from '#contract/digits.ts';
import { formatGrouped, type Piastres, readPiastres } from '#contract/money.ts';
import type { NamedChoice } from '#contract/named-choices.ts';
import { CASH, type PaymentMethod } from '#contract/payment-methods.ts';
import { receiptCode } from '#contract/receipt-code.ts';
import type { Receipt } from '#contract/receipts.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { arabicWords } from '../words/arabic-words.ts';
import { englishWords } from '../words/english-words.ts';
import { type PaperLanguage, paperMessages } from './paper-messages.ts';

export interface KnownReceipt extends Receipt {
  /** The server does not have all of it yet. */
  readonly waiting: boolean;
}

type Line = Receipt['lines'][number];

/** The first one stands above or before the other. */
export const languagesOf = (language: ReceiptLanguage): readonly PaperLanguage[] =>
  language === 'both' ? ['ar', 'en'] : [language];

/** English words keep Latin digits, also beside Arabic ones (decision 137). */
export const inPaperDigits = (language: PaperLanguage, write: () => string): string =>
  language === 'en' ? inLatinDigits(write) : write();

/** Most often a book from the shelf. */
function isWhole({ record }: Line): boolean {
  const price = readPiastres(record.price);
  return price !== undefined && price === readPiastres(record.paid_amount);
}

/** Kind, book with its copies, level or stage, and which payment it is unless it paid all of it. */
export function purposeOf(line: Line, language: PaperLanguage): string {
  const { resource, record } = line;
  const texts = paperMessages[language];
  const copies = Number(textOf(record.quantity));
  const book = nameIn(record, 'book');
  return [
    texts.kinds[resource],
    book && copies > 1
      ? `${isolated(book)} × ${inPaperDigits(language, () => inDigits(copies))}`
      : book && isolated(book),
    textOf(record.level) && texts.level(textOf(record.level)),
    textOf(record.stage),
    record.is_installment === true ? texts.installment : !isWhole(line) && texts.firstPayment,
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * What the price of a new enrolment was taken down from, and why (decision 132); undefined without a discount.
 * @param reasons those of the branch, removed ones too
 */
export function discountText(
  { record }: Line,
  reasons: readonly NamedChoice[],
  language: PaperLanguage,
): string | undefined {
  const [list, discount] = [record.list_price, record.discount].map(readPiastres);
  if (record.is_installment === true || list === undefined || !discount) return undefined;
  const reason = reasons.find(({ id }) => id === record.discount_reason);
  return paperMessages[language].discounted({
    list: moneyIn(list, language),
    discount: moneyIn(discount, language),
    reason: reason ? nameInLanguage(reason, language) : '',
  });
}

const nameInLanguage = ({ name, name_ar }: NamedChoice, language: PaperLanguage) =>
  language === 'ar' && name_ar !== '' ? name_ar : name;

/** As each language writes it. @param amount in piastres */
export const moneyIn = (amount: Piastres, language: PaperLanguage): string =>
  inDigits(language === 'ar' ? `${formatGrouped(amount)} ج.م` : `L.E. ${formatGrouped(amount)}`);

/** @param amount in piastres */
export const wordsIn = (amount: Piastres, language: PaperLanguage): string =>
  paperMessages[language].inWords(language === 'ar' ? arabicWords(amount) : englishWords(amount));

/** The chosen payer (decision 142), else the students. */
export const payersOf = (receipt: Receipt): readonly string[] =>
  receipt.payer ? [receipt.payer.name] : studentsIn(receipt);

/** They are of several students, or not of the payer. */
export function namesStudents(receipt: Receipt): boolean {
  const names = studentsIn(receipt);
  return names.length > 1 || names[0] !== payersOf(receipt)[0];
}

/** The payer first; students that the server has lost are named from the lines. */
export function studentsIn({ payer, students, lines }: Receipt): readonly string[] {
  const names = students
    .toSorted((one, other) => Number(other.id === payer?.id) - Number(one.id === payer?.id))
    .map(({ name }) => name);
  return names.length > 0
    ? names
    : [...new Set(lines.flatMap(({ record }) => nameIn(record, 'student') ?? []))];
}

/** The day, as every list shows it; the time only if it was taken on that day. */
export function momentOf(receipt: Receipt): string {
  const day = effectiveDay(receipt);
  const { created_at } = receipt;
  return day === dayAt(created_at) ? `${displayDay(day)} ${timeAt(created_at)}` : displayDay(day);
}

export const isCancelled = ({ lines }: Receipt): boolean =>
  lines.length > 0 && lines.every(({ cancelled }) => cancelled !== null);

/** In piastres; an unreadable sum is undefined. The debt of today says nothing on the receipt of another day. */
export function sumsOf({ total, remaining, created_at }: Receipt) {
  const isOfToday = dayAt(created_at) === currentDay();
  return { total: readPiastres(total), remaining: isOfToday ? readPiastres(remaining) : undefined };
}

/** Of its first payment: every payment of a collection has its receipt. */
export const codeOf = ({ lines: [line] }: Receipt): string | undefined =>
  line && receiptCode(line.resource, line.record.id);

/** "Of cash" only where all of it was, cancelled lines too. */
export const titleOf = ({ lines }: Receipt, language: PaperLanguage): string =>
  paperMessages[language][
    lines.every(({ record }) => (textOf(record.payment_method) || CASH) === CASH)
      ? 'receiptOfCash'
      : 'receipt'
  ];

/** Each once; those of cancelled lines say nothing about what was received. */
export const notesOf = ({ lines }: Receipt): readonly string[] => [
  ...new Set(lines.flatMap(({ record, cancelled }) => (cancelled ? [] : textOf(record.notes).trim() || []))),
];

/** In piastres; undefined if it cannot be read. */
export const paidBy = ({ record }: Line): Piastres | undefined => readPiastres(record.paid_amount);

export type { Line };

interface PaidPart {
  readonly method: string;
  readonly reference: string;
  readonly amount: Piastres;
}

/** The sum of each method on a receipt, cancelled lines aside; nothing where all was cash (decision 130). */
export function paidParts({ lines }: Receipt): readonly PaidPart[] {
  const parts = new Map<string, PaidPart>();
  for (const { record, cancelled } of lines) {
    const method = textOf(record.payment_method) || CASH;
    const reference = textOf(record.payment_reference);
    const amount = readPiastres(record.paid_amount) ?? 0n;
    const key = `${method} ${reference}`;
    if (!cancelled && amount > 0n)
      parts.set(key, { method, reference, amount: amount + (parts.get(key)?.amount ?? 0n) });
  }
  const found = [...parts.values()];
  return found.every(({ method }) => method === CASH) ? [] : found;
}

/** @param methods those of the branch, removed ones too */
export function paidPartText(
  { method, reference, amount }: PaidPart,
  methods: readonly PaymentMethod[],
  language: PaperLanguage,
): string {
  const known = methods.find(({ id }) => id === method);
  const named = known ? nameInLanguage(known, language) : method;
  const called = method === CASH ? paperMessages[language].cash : isolated(named);
  return [called, reference && isolated(reference), isolated(moneyIn(amount, language))]
    .filter(Boolean)
    .join(' · ');
}
