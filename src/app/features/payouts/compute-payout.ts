import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { paidByInstallments } from '#app/resources/form/remaining-after.ts';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, parseTypedAmount, readPiastres } from '#contract/money.ts';
import { parseQuantity } from '#contract/quantity.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { refusalOf } from '#contract/rules/payable.ts';
import { payoutPrice, payoutPriceKept, stockRefusal } from '#contract/rules/stock.ts';
import { messages } from './texts.en.ts';

const bookPayout = resourceOf('book-payout');

/** The computed values of a payout; money in piastres. Unknown or unreadable values are undefined. */
interface Payout {
  /** Copies that may be paid out, those of the payout itself included. */
  readonly stock: bigint | undefined;
  readonly copies: bigint | undefined;
  readonly price: Piastres | undefined;
  /** The price without what its installments paid; negative if they paid more. */
  readonly due: Piastres | undefined;
  /** Negative if more is paid than the price. */
  readonly remaining: Piastres | undefined;
}

/** The inputs of a payout form: the books known on this device, and the payout being edited. */
export interface PayoutInputs {
  readonly books: readonly RecordRow[];
  readonly record: RecordRow | undefined;
}

function priceOf(
  book: RecordRow | undefined,
  record: RecordRow | undefined,
  copies: bigint,
): Piastres | undefined {
  const oldCopies = record && parseQuantity(textOf(record.quantity));
  const storedPrice = readPiastres(record?.price);
  if (oldCopies && storedPrice !== undefined) return payoutPriceKept(storedPrice, oldCopies, copies);
  const unitPrice = readPiastres(book?.sell_price);
  return record || unitPrice === undefined ? undefined : payoutPrice(unitPrice, copies);
}

/** Computes a payout from its draft, as the server will (decisions 14 and 36). */
export function computePayout({ books, record }: PayoutInputs, draft: Draft): Payout {
  const book = books.find(({ id }) => id === draft.book);
  const inStock = /^-?\d+$/.test(textOf(book?.quantity)) ? BigInt(textOf(book?.quantity)) : undefined;
  const ownCopies = (record && parseQuantity(textOf(record.quantity))) ?? 0n;
  const copies = parseQuantity(textOf(draft.quantity));
  const price = copies === undefined ? undefined : priceOf(book, record, copies);
  const paid = parseTypedAmount(textOf(draft.paid_amount));
  const later = paidByInstallments(bookPayout, record);
  const due = price === undefined || later === undefined ? undefined : price - later;
  return {
    stock: inStock === undefined ? undefined : inStock + ownCopies,
    copies,
    price,
    due,
    remaining: due === undefined || paid === undefined ? undefined : due - paid,
  };
}

/** Adds the rules that copies must not exceed the stock, nor the payment the price. */
export function payoutFormDefinition(definition: FormDefinition, inputs: PayoutInputs): FormDefinition {
  const withinStock: Rule = (draft) => {
    const { stock, copies } = computePayout(inputs, draft);
    const message = stock === undefined || copies === undefined ? undefined : stockRefusal(copies, stock);
    return message === undefined ? undefined : { field: 'quantity', message };
  };
  const withinPrice: Rule = (draft) => {
    const { due, remaining } = computePayout(inputs, draft);
    const message =
      due === undefined || remaining === undefined ? undefined : refusalOf(due - remaining, due);
    if (due === undefined || message === undefined) return undefined;
    return due >= 0n
      ? { field: 'paid_amount', message }
      : { field: 'quantity', message: messages.paidForMore };
  };
  return { ...definition, rules: [...definition.rules, withinStock, withinPrice] };
}

/** Returns the price that the server will set on a payout; undefined if unknown. */
export function optimisticPayout(inputs: PayoutInputs, body: Draft): Draft | undefined {
  const { price } = computePayout(inputs, body);
  return price === undefined ? undefined : { price: formatDecimal(price) };
}
