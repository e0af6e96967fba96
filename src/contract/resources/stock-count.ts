import { computedQuantity, computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import {
  countedQuantity,
  fieldWith,
  optionalDate,
  optionalLongText,
  optionalQuantity,
  reference,
  text,
} from '../fields.ts';
import { joinParts } from '../messages.ts';
import { namesIn } from './name-in.ts';

/** Corrects the stock of a book by counted less expected copies (decision 131). */
export const stockCount = defineResource({
  name: 'stock-count',
  path: '/stock-counts/',
  screens: { list: '/books/counts', add: 'add-count', edit: 'edit-count' },
  capability: 'refunds',
  fields: {
    book: fieldWith(reference('book', 'book'), { immutable: true }),
    counted: fieldWith(countedQuantity('counted'), { immutable: true }),
    /** Stock that the device showed when it was counted; the stock of now where it is absent. */
    expected: fieldWith(optionalQuantity('expected'), { immutable: true }),
    reason: text('reason'),
    custom_date: optionalDate('customDate'),
    notes: optionalLongText('notes'),
  },
  computed: {
    difference: computedQuantity('difference'),
    created_by: computedText('createdBy'),
    created_at: timestamp('createdAt'),
  },
  columns: ['book', 'expected', 'counted', 'difference', 'reason', 'created_at'],
  search: ['book_data.name', 'reason'],
  closed: true,
  titleOf: (row) => joinParts([namesIn(row, 'book'), row.reason]),
});
