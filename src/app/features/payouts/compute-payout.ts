import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { payoutPrice, payoutPriceKept } from '#contract/calculations/payout-price.ts';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, parseTypedAmount, readPiastres } from '#contract/money.ts';
import { parseQuantity } from '#contract/quantity.ts';
import { paidTooMuch } from '#contract/resources/paid-within-price.ts';

/** What a payout comes to; money in piastres. What is not known, or not readable yet, is undefined. */
interface Payout {
  /** Copies that may be handed out, those of the payout itself included. */
  readonly stock: bigint | undefined;
  readonly copies: bigint | undefined;
  readonly price: Piastres | undefined;
  /** Below zero where more is paid than the price. */
  readonly remains: Piastres | undefined;
}

/** What the payout forms work with: the books as this device knows them, and the payout that is changed. */
export interface PayoutInputs {
  readonly books: readonly RecordRow[];
  readonly record: RecordRow | undefined;
}

function priceOf(
  book: RecordRow | undefined,
  record: RecordRow | undefined,
  copies: bigint,
): Piastres | undefined {
  const before = record && parseQuantity(textOf(record.quantity));
  const stamped = readPiastres(record?.price);
  if (before && stamped !== undefined) return payoutPriceKept(stamped, before, copies);
  const each = readPiastres(book?.sell_price);
  return record || each === undefined ? undefined : payoutPrice(each, copies);
}

/** Works out a payout from its draft, as the server will (decisions 14 and 36). */
export function computePayout({ books, record }: PayoutInputs, draft: Draft): Payout {
  const book = books.find(({ id }) => id === draft.book);
  const inStock = /^-?\d+$/.test(textOf(book?.quantity)) ? BigInt(textOf(book?.quantity)) : undefined;
  const own = (record && parseQuantity(textOf(record.quantity))) ?? 0n;
  const copies = parseQuantity(textOf(draft.quantity));
  const price = copies === undefined ? undefined : priceOf(book, record, copies);
  const paid = parseTypedAmount(textOf(draft.paid_amount));
  return {
    stock: inStock === undefined ? undefined : inStock + own,
    copies,
    price,
    remains: price === undefined || paid === undefined ? undefined : price - paid,
  };
}

/** "1 copy", "12 copies" */
export function copiesIn(count: bigint): string {
  return `${count} ${count === 1n ? 'copy' : 'copies'}`;
}

/** The refusal of more copies than there are, in the server's words (decision 14). */
export function onlyInStock(stock: bigint): string {
  return `Only ${copiesIn(stock > 0n ? stock : 0n)} in stock.`;
}

/** The payout form, which refuses more than is in stock or than the price before anything is sent. */
export function payoutFormDefinition(facts: FormDefinition, ground: PayoutInputs): FormDefinition {
  const withinStock: Rule = (draft) => {
    const { stock, copies } = computePayout(ground, draft);
    if (stock === undefined || copies === undefined || copies <= stock) return undefined;
    return { field: 'quantity', message: onlyInStock(stock) };
  };
  const withinPrice: Rule = (draft) => {
    const { price, remains } = computePayout(ground, draft);
    if (price === undefined || remains === undefined || remains >= 0n) return undefined;
    return { field: 'paid_amount', message: paidTooMuch(price) };
  };
  return { ...facts, rules: [...facts.rules, withinStock, withinPrice] };
}

/** What the server will stamp on a payout, where the book's price is known here. */
export function optimisticPayout(ground: PayoutInputs, body: Draft): Draft | undefined {
  const { price } = computePayout(ground, body);
  return price === undefined ? undefined : { price: formatDecimal(price) };
}
