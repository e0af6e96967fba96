import { computedMoney, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, quantity, reference } from '../fields.ts';
import { paymentFields } from '../payment-methods.ts';
import { paidWithinPrice } from '../rules/payable.ts';
import { sentences } from '../texts/sentences.en.ts';
import { namesIn } from './name-in.ts';
import { fromDrawer } from './shared-fields.ts';

/** `price` is for all copies (specification, section 3; decisions 14, 27 and 36). */
export const bookOrder = defineResource({
  name: 'book-order',
  path: '/book-order/',
  screens: { list: '/books/order', add: 'add-order', edit: 'edit-order' },
  fields: {
    book: fieldWith(reference('book', 'book'), { immutable: true }),
    quantity: quantity('quantity', () => sentences.quantityMissing),
    price: money('price'),
    paid_amount: money('paidAmount', () => sentences.paidAmountMissing),
    custom_date: optionalDate('customDate'),
    notes: optionalLongText('notes'),
    ...paymentFields,
    from_drawer: fromDrawer,
  },
  computed: {
    remaining_amount: fieldWith(computedMoney('remainingAmount'), {
      balance: { price: 'price', paid: 'paid_amount' },
    }),
    created_at: timestamp('createdAt'),
  },
  columns: ['book', 'quantity', 'price', 'paid_amount', 'remaining_amount', 'notes', 'created_at'],
  search: ['book_data.name'],
  titleOf: (row) => namesIn(row, 'book'),
  rules: [paidWithinPrice],
  cash: { field: 'paid_amount', figure: 'book_expenses' },
  counts: { reference: 'book', into: 'quantity', by: 'quantity', sign: 1n },
});
