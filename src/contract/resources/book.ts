import { levels, services, subjects } from '../choices.ts';
import { computedMoney, computedQuantity, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { choice, fieldWith, guarded, money, optionalDate, text } from '../fields.ts';

/** Specification, section 3; decisions 9 and 14. */
export const book = defineResource({
  name: 'book',
  path: '/books/',
  singular: 'Book',
  plural: 'Books',
  description: 'Every book, how many copies are in stock and what it earned.',
  addVerb: 'Create',
  screens: { list: '/books', add: 'add-book', edit: 'edit-book' },
  fields: {
    name: text('Name', 'Name must be at least 2 characters', 2),
    category: fieldWith(choice('Category', services, 'Category is required'), { withLabel: true }),
    subject: fieldWith(choice('Subject', subjects, 'Subject is required'), { withLabel: true }),
    level: fieldWith(choice('Level', levels, 'Level is required'), { withLabel: true }),
    sell_price: fieldWith(money('Sell Price'), { unitPrice: true }),
    custom_date: optionalDate('Custom Date'),
  },
  computed: {
    quantity: computedQuantity('Quantity'),
    profit: guarded(computedMoney('Profit'), { read: 'months.figures', write: 'months.figures' }),
    created_at: timestamp('Created At'),
  },
  columns: ['name', 'category', 'subject', 'level', 'quantity', 'sell_price', 'profit', 'created_at'],
  search: ['name'],
  summaryFields: ['quantity', 'sell_price'],
  titleOf: (row) => String(row.name ?? ''),
});
