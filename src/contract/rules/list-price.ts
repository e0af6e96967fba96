import type { Draft } from '../define-resource.ts';
import { type Piastres, readPiastres } from '../money.ts';
import { foldForSearch } from '../paging.ts';

/** The fields of an enrolment that a row of the price list can name. */
export const priceConditions = ['level', 'stage', 'period', 'transportation_type'] as const;
export type PriceCondition = (typeof priceConditions)[number];

/** What a kind of enrolment costs, or those of it that match each named condition (decision 132). */
export interface PriceRow extends Readonly<Partial<Record<PriceCondition, string | null | undefined>>> {
  readonly resource: string;
  /** Decimal text. */
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
