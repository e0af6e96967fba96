import { computedMoney, computedQuantity, computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, quantity, reference } from '../fields.ts';
import { copyOf, joinParts } from '../messages.ts';
import { paymentFields } from '../payment-methods.ts';
import { sentences } from '../texts/sentences.en.ts';
import { goneBack } from './enrolment-fields.ts';
import { installmentLinks, installmentOf } from './installment.ts';
import { namesIn, receiptIn } from './name-in.ts';

/**
 * The server sets the price (specification, section 3; decisions 14, 27, 36 and 42). An installment hands out no
 * copies: its quantity is 0.
 */
export const bookPayout = defineResource({
  name: 'book-payout',
  path: '/book-payout/',
  screens: { list: '/books/payout', add: 'add-payout', edit: 'edit-payout' },
  fields: {
    book: fieldWith(reference('book', 'book'), { immutable: true }),
    student: reference('student', 'student'),
    quantity: fieldWith(
      quantity('quantity', () => sentences.quantityMissing),
      {
        read: computedQuantity('quantity').read,
      },
    ),
    paid_amount: money('paidAmount', () => sentences.paidAmountMissing),
    ...paymentFields,
    custom_date: optionalDate('customDate'),
    notes: optionalLongText('notes'),
  },
  computed: {
    price: computedMoney('price'),
    remaining_amount: fieldWith(computedMoney('remainingAmount'), {
      balance: { price: 'price', paid: 'paid_amount' },
    }),
    ...goneBack,
    returned: fieldWith(computedQuantity('returned'), { capability: 'refunds' }),
    receipt_number: computedText('receiptNumber'),
    ...installmentLinks('bookPayout'),
    created_at: timestamp('createdAt'),
  },
  columns: ['student', 'book', 'quantity', 'price', 'paid_amount', 'remaining_amount', 'notes', 'created_at'],
  search: ['student_data.name', 'book_data.name', 'receipt_number'],
  // They distinguish two payouts of one student.
  summaryFields: ['book', 'created_at', 'remaining_amount'],
  titleOf: (row) => joinParts([namesIn(row, 'student', 'book'), row.receipt_number && receiptIn(row)]),
  cash: {
    field: 'paid_amount',
    figure: 'book_revenue',
    debts: 'book_debts',
    owed: 'quantity',
    byCredit: true,
  },
  counts: { reference: 'book', into: 'quantity', by: 'quantity', sign: -1n },
  installment: copyOf(installmentOf('book-payout'), { capability: 'payout_installments' }),
});
