import type { Draft, Rule } from '../define-resource.ts';
import { formatDecimal, formatMoney, type Piastres, parseTypedAmount, readPiastres } from '../money.ts';
import { foldForSearch } from '../paging.ts';
import { sentences } from '../texts/sentences.en.ts';

export const priceConditions = ['level', 'stage', 'period', 'transportation_type'] as const;
export type PriceCondition = (typeof priceConditions)[number];

/** What a kind of enrolment costs, or those of it that match each named condition (decision 132). */
export interface PriceRow extends Readonly<Partial<Record<PriceCondition, string | null | undefined>>> {
  readonly resource: string;
  readonly price: string;
}

const plain = (value: unknown) => (typeof value === 'string' ? foldForSearch(value).trim() : '');

/** A stage is free text, so the writing of its letters does not matter. */
const matches = (row: PriceRow, record: Draft) =>
  priceConditions.every((name) => !row[name] || plain(row[name]) === plain(record[name]));

const namedIn = (row: PriceRow) => priceConditions.filter((name) => row[name]).length;

/** The price of the row that names most of the enrolment; of two that name as much, the first of the list. */
export function listPriceOf(
  prices: readonly PriceRow[],
  resource: string,
  record: Draft,
): Piastres | undefined {
  const [found] = prices
    .filter((row) => row.resource === resource && matches(row, record))
    .sort((one, other) => namedIn(other) - namedIn(one));
  return found && readPiastres(found.price);
}

/**
 * Decision 132: list price less discount is the price. The constraint `enrolment_discount` applies the same.
 */

/** Hundredths of a percent: 12.5 % is 1250n. */
export type Percent = bigint;

const WHOLE: Percent = 10_000n;

/** From 0 to 100 with at most two decimals, in any digits, with or without its sign. */
export function parsePercent(typed: string): Percent | undefined {
  const percent = parseTypedAmount(typed.replace(/[%٪]/g, ''));
  return percent !== undefined && percent <= WHOLE ? percent : undefined;
}

export const formatPercent = (percent: Percent): string => formatDecimal(percent).replace(/\.?0+$/, '');

/** Rounded to piastres, half up; at most the amount. */
export const percentOf = (amount: Piastres, percent: Percent): Piastres =>
  (amount * percent + WHOLE / 2n) / WHOLE;

const isMissing = (value: unknown) => value === undefined || value === null || value === '';
const amountIn = (draft: Draft, name: string) =>
  typeof draft[name] === 'string' ? parseTypedAmount(draft[name]) : undefined;

const amounts = ['list_price', 'discount', 'price'];

/** An imported or older enrolment may not add up: a change of its other fields is not refused for that. */
function leavesPrices(draft: Draft, before: Draft): boolean {
  const isSame = (name: string) => amountIn(draft, name) === amountIn(before, name);
  const reasons = [draft, before].map(({ discount_reason: reason }) => (isMissing(reason) ? null : reason));
  return amounts.every(isSame) && reasons[0] === reasons[1];
}

export const discountAddsUp: Rule = (draft, before) => {
  if (before && leavesPrices(draft, before)) return undefined;
  const [list, discount, price] = amounts.map((name) => amountIn(draft, name));
  const problem = (field: string, message: string) => ({ field, message });
  if (discount === undefined) {
    const isReduced = list !== undefined && price !== undefined && price < list;
    const isLacking = isReduced || !isMissing(draft.discount_reason);
    return isLacking && isMissing(draft.discount)
      ? problem('discount', sentences.prices.discountMissing)
      : undefined;
  }
  if (isMissing(draft.list_price) && discount > 0n)
    return problem('list_price', sentences.prices.listPriceMissing);
  if (list !== undefined && discount > list)
    return problem('discount', sentences.prices.discountAboveList({ amount: formatMoney(list) }));
  if (price !== undefined && list !== undefined && list - discount !== price)
    return problem('discount', sentences.prices.discountDiffers({ amount: formatMoney(list - discount) }));
  if (discount === 0n && !isMissing(draft.discount_reason))
    return problem('discount', sentences.prices.discountMissing);
  return discount > 0n && isMissing(draft.discount_reason)
    ? problem('discount_reason', sentences.prices.reasonMissing)
    : undefined;
};

const NO_DISCOUNT = { list_price: null, discount: null, discount_reason: null } as const;

/**
 * What a change of the price alone leaves of a discount: it is now what the price lacks to the list price, and none
 * where the price is not below it. A client that knows no discounts changes prices so. Without a reason nothing
 * follows, and a price below the list price is refused.
 */
export function discountAfterPrice(before: Draft, price: Piastres): Draft {
  const list = readPiastres(before.list_price);
  if (list === undefined || isMissing(before.discount)) return {};
  if (price >= list) return NO_DISCOUNT;
  return isMissing(before.discount_reason) ? {} : { discount: formatDecimal(list - price) };
}

export interface DiscountLimit {
  readonly percent: Percent | undefined;
  readonly prices: readonly PriceRow[];
}

/** The price, and what it would be by the list of the branch or by the enrolment itself, if that is more. */
function reductionOf({ prices }: DiscountLimit, resource: string, record: Draft) {
  const price = readPiastres(record.price) ?? 0n;
  const [recordListPrice = price, listed = price] = [
    readPiastres(record.list_price),
    listPriceOf(prices, resource, record),
  ];
  const from = recordListPrice > listed ? recordListPrice : listed;
  return { from, off: from - price };
}

/**
 * A lower price counts like a discount: leaving the discount out does not get round the limit.
 * @param before of a change, which may leave a reduction as it is
 */
export function isAboveLimit(
  limit: DiscountLimit,
  resource: string,
  record: Draft,
  before?: Draft | undefined,
): boolean {
  if (limit.percent === undefined || record.is_installment === true) return false;
  const { from, off } = reductionOf(limit, resource, record);
  const earlier = before ? reductionOf(limit, resource, before).off : 0n;
  return off > percentOf(from, limit.percent) && off > earlier;
}
