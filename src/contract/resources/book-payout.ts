import { computedMoney, computedQuantity, computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, quantity, reference } from '../fields.ts';
import { joinParts } from '../messages.ts';
import { installmentLinks, installmentOf } from './installment.ts';
import { namesIn, receiptIn } from './name-in.ts';

/**
 * The server sets the price (specification, section 3; decisions 14, 27, 36 and 42). An installment hands out no
 * copies: its quantity is 0.
 */
export const bookPayout = defineResource({
  name: 'book-payout',
  path: '/book-payout/',
  singular: 'Book Payout',
  plural: 'Book Payouts',
  title: 'Book Payout',
  description: 'Copies handed to students, what was paid for them and what remains.',
  addVerb: 'Create',
  screens: { list: '/books/payout', add: 'add-payout', edit: 'edit-payout' },
  fields: {
    book: fieldWith(reference('Book', 'book'), { immutable: true }),
    student: reference('Student', 'student'),
    quantity: fieldWith(quantity('Quantity', 'Quantity is required'), {
      read: computedQuantity('Quantity').read,
    }),
    paid_amount: money('Paid Amount', 'Paid amount is required'),
    custom_date: optionalDate('Custom Date'),
    notes: optionalLongText('Notes'),
  },
  computed: {
    price: computedMoney('Price'),
    remaining_amount: {
      ...computedMoney('Remaining Amount'),
      balance: { price: 'price', paid: 'paid_amount' },
    },
    receipt_number: computedText('Receipt Number'),
    ...installmentLinks('Book Payout'),
    created_at: timestamp('Created At'),
  },
  columns: ['student', 'book', 'quantity', 'price', 'paid_amount', 'remaining_amount', 'notes', 'created_at'],
  search: ['student_data.name', 'book_data.name', 'receipt_number'],
  // They distinguish two payouts of one student.
  summaryFields: ['book', 'created_at', 'remaining_amount'],
  titleOf: (row) => joinParts([namesIn(row, 'student', 'book'), row.receipt_number && receiptIn(row)]),
  cash: { field: 'paid_amount', figure: 'book_revenue', debts: 'book_debts', owed: 'quantity' },
  counts: { reference: 'book', into: 'quantity', by: 'quantity', sign: -1n },
  installment: { ...installmentOf('book-payout'), capability: 'payout_installments' },
});
