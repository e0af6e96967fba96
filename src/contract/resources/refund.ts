import type { Choices } from '../choices.ts';
import { collectionResources } from '../collections.ts';
import { computedText, optionalLink, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import {
  choice,
  fieldWith,
  optionalDate,
  optionalFlag,
  optionalLongText,
  optionalReference,
  optionalText,
  someMoney,
  text,
} from '../fields.ts';
import { joinParts } from '../messages.ts';
import { paymentFields } from '../payment-methods.ts';
import { resourceTexts } from '../texts/resources.en.ts';
import { sentences } from '../texts/sentences.en.ts';
import { nameIn, receiptIn } from './name-in.ts';

/** Paid back is what was paid for one of these, or the credit of a student. */
const refundedResources = [...collectionResources, 'student'] as const;

const kinds: Choices = refundedResources.map((value) => ({
  value,
  get label() {
    return resourceTexts[value].plural;
  },
}));

/** Money that was paid back (decision 131). Student, title and a missing number are set by the server. */
export const refund = defineResource({
  name: 'refund',
  path: '/refunds/',
  screens: { list: '/refunds', add: 'add-refund', edit: 'edit-refund' },
  capability: 'refunds',
  fields: {
    /** Without effect on the wire: it is the student of the record. */
    student: fieldWith(optionalReference('student', 'student'), { immutable: true }),
    resource: fieldWith(choice('refundOf', kinds), { immutable: true, filters: true }),
    /** An enrolment, a payout, one of their installments, or a student. */
    related_record: fieldWith(
      text('relatedRecord', () => sentences.relatedRecordMissing),
      { immutable: true, link: true },
    ),
    amount: someMoney('amount'),
    ...paymentFields,
    reason: text('reason'),
    forgive: fieldWith(optionalFlag('forgive', {}), { immutable: true }),
    receipt_number: fieldWith(optionalText('receiptNumber'), { warnIfDuplicate: true, isNumber: true }),
    custom_date: optionalDate('customDate'),
    notes: optionalLongText('notes'),
  },
  computed: {
    /** The enrolment or payout; null for credit that was paid out. */
    payable: fieldWith(optionalLink('relatedRecord'), { filters: true }),
    related_title: computedText('relatedTitle'),
    withdrawal: optionalLink('withdrawal'),
    book_return: optionalLink('bookReturn'),
    created_at: timestamp('createdAt'),
    branch_name: computedText('branchName'),
  },
  columns: ['receipt_number', 'student', 'resource', 'amount', 'reason', 'notes', 'created_at'],
  search: ['student_data.name', 'receipt_number'],
  titleOf: (row) => joinParts([nameIn(row, 'student'), row.receipt_number && receiptIn(row)]),
  cash: { field: 'amount', figure: 'refunds', byCredit: true },
  givesBack: { amount: 'amount', forgives: 'forgive' },
});
