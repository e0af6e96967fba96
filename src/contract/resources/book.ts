import { levels, services, subjects } from '../choices.ts';
import { computedMoney, computedQuantity, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { choice, fieldWith, guarded, money, optionalDate, text } from '../fields.ts';
import { sentences } from '../texts/sentences.en.ts';

/** Specification, section 3; decisions 9 and 14. */
export const book = defineResource({
  name: 'book',
  path: '/books/',
  screens: { list: '/books', add: 'add-book', edit: 'edit-book' },
  fields: {
    name: text('name', () => sentences.bookNameTooShort, 2),
    category: fieldWith(
      choice('category', services, () => sentences.categoryMissing),
      { withLabel: true },
    ),
    subject: fieldWith(
      choice('subject', subjects, () => sentences.subjectMissing),
      { withLabel: true },
    ),
    level: fieldWith(
      choice('level', levels, () => sentences.levelMissing),
      { withLabel: true },
    ),
    sell_price: fieldWith(money('sellPrice'), { unitPrice: true, toLower: 'discounts.any' }),
    custom_date: optionalDate('customDate'),
  },
  computed: {
    quantity: computedQuantity('quantity'),
    /** By counts of the stock (decision 131). */
    corrected: fieldWith(computedQuantity('corrected'), { capability: 'refunds' }),
    /** At the average cost; negative for copies that were missing. The profit contains it. */
    corrected_cost: guarded(fieldWith(computedMoney('correctedCost'), { capability: 'refunds' }), {
      read: 'months.figures',
      write: 'months.figures',
    }),
    profit: guarded(computedMoney('profit'), { read: 'months.figures', write: 'months.figures' }),
    created_at: timestamp('createdAt'),
  },
  columns: ['name', 'category', 'subject', 'level', 'quantity', 'sell_price', 'profit', 'created_at'],
  search: ['name'],
  summaryFields: ['quantity', 'sell_price'],
  titleOf: (row) => String(row.name ?? ''),
});
