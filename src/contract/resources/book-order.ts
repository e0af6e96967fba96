import { computedMoney, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, quantity, reference } from '../fields.ts';
import { paidWithinPrice } from '../rules/payable.ts';
import { fromDrawer } from './from-drawer.ts';
import { namesIn } from './name-in.ts';

/** `price` is for all copies (specification, section 3; decisions 14, 27 and 36). */
export const bookOrder = defineResource({
  name: 'book-order',
  path: '/book-order/',
  singular: 'Book Order',
  plural: 'Book Orders',
  description: 'Copies bought for the stock, what was paid for them and what is still owed.',
  addVerb: 'Create',
  screens: { list: '/books/order', add: 'add-order', edit: 'edit-order' },
  fields: {
    book: fieldWith(reference('Book', 'book'), { immutable: true }),
    quantity: quantity('Quantity', 'Quantity is required'),
    price: money('Price'),
    paid_amount: money('Paid Amount', 'Paid amount is required'),
    custom_date: optionalDate('Custom Date'),
    notes: optionalLongText('Notes'),
    from_drawer: fromDrawer,
  },
  computed: {
    remaining_amount: {
      ...computedMoney('Remaining Amount'),
      balance: { price: 'price', paid: 'paid_amount' },
    },
    created_at: timestamp('Created At'),
  },
  columns: ['book', 'quantity', 'price', 'paid_amount', 'remaining_amount', 'notes', 'created_at'],
  search: ['book_data.name'],
  titleOf: (row) => namesIn(row, 'book'),
  rules: [paidWithinPrice],
  cash: { field: 'paid_amount', figure: 'book_expenses' },
  counts: { reference: 'book', into: 'quantity', by: 'quantity', sign: 1n },
});
