import { textOf } from '#app/fields/field-control.ts';
import { optionDetail, optionTitle } from '#app/fields/reference-options.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import { departureOf } from '#app/lib/departure.ts';
import { editPath, takePaymentPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { labelOf, levels, subjects } from '#contract/choices.ts';
import { displayDay } from '#contract/days.ts';
import { inDigits, numberInDigits } from '#contract/digits.ts';
import { formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import { type CodedResource, receiptCode } from '#contract/receipt-code.ts';
import { isResourceName, resourceOf, resources } from '#contract/resources/registry.ts';
import type { FoundBook, FoundReceipt, FoundStudent, SearchAnswer } from '#contract/search.ts';
import { messages } from './texts.en.ts';

export interface Hit {
  readonly id: string;
  readonly title: string;
  readonly detail: readonly string[];
  readonly value: string;
  readonly owes: boolean;
  readonly path: string;
  readonly payPath?: string;
  readonly pending: boolean;
}

export interface Hits {
  readonly students: readonly Hit[];
  readonly receipts: readonly Hit[];
  readonly books: readonly Hit[];
}

const studentPath = (id: string) => `${resources.student.screens.list}/${encodeURIComponent(id)}`;

/** The server joins several parts with dots. As separate parts the first one stands first in both directions. */
const filled = (parts: readonly (string | null | undefined)[]) =>
  parts.flatMap((part) => part?.split(' · ') || []).filter(Boolean);

function studentHit(
  { id, title, detail }: Pick<Hit, 'id' | 'title' | 'detail'>,
  remaining: Piastres | undefined,
  pending = false,
): Hit {
  const owes = remaining !== undefined && remaining > 0n;
  return {
    id,
    title,
    detail,
    value: owes ? messages.remaining({ amount: formatMoney(remaining) }) : '',
    owes,
    path: studentPath(id),
    payPath: takePaymentPath(id),
    pending,
  };
}

const amountOf = (amount: string | null | undefined) => {
  const piastres = readPiastres(amount);
  return piastres === undefined ? '' : formatMoney(piastres);
};

const foundStudent = ({ id, title, detail, remaining_amount, left_on }: FoundStudent) =>
  studentHit(
    { id, title, detail: filled([...filled([detail]).map(numberInDigits), departureOf(left_on)]) },
    readPiastres(remaining_amount),
  );

function foundReceipt({ id, resource, title, detail, student, amount, day }: FoundReceipt): Hit {
  const kind = isResourceName(resource) ? resourceOf(resource) : undefined;
  const about = kind ? kind.plural : messages.severalPayments;
  return {
    id,
    title: numberInDigits(title),
    detail: filled([detail, about, day && displayDay(day)]),
    value: amountOf(amount),
    owes: false,
    // A collection has no form: its payments stand on the page of its student.
    path: kind ? editPath(kind, id) : studentPath(student ?? ''),
    pending: false,
  };
}

const foundBook = ({ id, title, detail, quantity }: FoundBook): Hit => ({
  id,
  title,
  // Labels of subject and level.
  detail: filled([detail]).map((part) => inDigits(part)),
  value: quantity ? messages.inStock({ count: inDigits(quantity) }) : '',
  owes: false,
  path: editPath(resources.book, id),
  pending: false,
});

export const hitsOfAnswer = ({ students, receipts, books }: SearchAnswer): Hits => ({
  students: students.map(foundStudent),
  receipts: receipts.map(foundReceipt),
  books: books.map(foundBook),
});

export const knownStudent = (
  record: RecordRow,
  remaining: Piastres | undefined,
  { pending, typed }: { readonly pending: boolean; readonly typed: string },
): Hit =>
  studentHit(
    {
      id: record.id,
      title: textOf(record.name),
      detail: optionDetail(resources.student, record, typed),
    },
    remaining,
    pending,
  );

export function knownReceipt(name: CodedResource, record: RecordRow, pending: boolean): Hit {
  const resource = resourceOf(name);
  return {
    id: record.id,
    title: numberInDigits(textOf(record.receipt_number) || (receiptCode(name, record.id) ?? '')),
    detail: filled([optionTitle(resource, record), resource.plural, displayDay(effectiveDayOf(record))]),
    value: amountOf(textOf(record[resource.cash?.field ?? ''])),
    owes: false,
    path: editPath(resource, record.id),
    pending,
  };
}

export const knownBook = (record: RecordRow, pending: boolean): Hit => ({
  id: record.id,
  title: textOf(record.name),
  // An answer's own labels are in the language that it was asked in, and a pending book has none.
  detail: filled([labelOf(subjects, textOf(record.subject)), labelOf(levels, textOf(record.level))]).map(
    (part) => inDigits(part),
  ),
  value: messages.inStock({ count: inDigits(textOf(record.quantity) || '0') }),
  owes: false,
  path: editPath(resources.book, record.id),
  pending,
});
