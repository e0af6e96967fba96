import { defineMessages } from '../messages.ts';

/** Prices, list prices and discounts (decision 132). */
export const priceTexts = defineMessages('prices', {
  discountMissing: 'Enter the discount',
  listPriceMissing: 'Enter the list price that the discount is taken off',
  discountAboveList: ({ amount }: { amount: string }) =>
    `The discount is more than the list price of ${amount}`,
  discountDiffers: ({ amount }: { amount: string }) => `List price less discount is ${amount}, not the price`,
  reasonMissing: 'Choose the reason of the discount',
  percentSuchAs: 'Enter a percentage from 0 to 100, such as 10 or 12.5',
  kindWrong: 'Choose a kind of enrolment',
  tooManyPrices: ({ limit }: { limit: number }) => `Use at most ${limit} prices`,
  priceTwice: 'This stands in the list twice',
  noSuchCondition: ({ label }: { label: string }) => `This kind has no ${label}`,
});
