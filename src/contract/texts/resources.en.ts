import { defineMessages } from '../messages.ts';
import type { ResourceName } from '../resource-names.ts';

export interface ResourceTexts {
  /** Capitalised: "Student", "Course". */
  readonly singular: string;
  readonly plural: string;
  /** Within a sentence: "book order", "bus enrolments". */
  readonly nouns: { readonly one: string; readonly other: string };
  /** Shared by resources of the same kind, capitalised: "Enrolment". */
  readonly commonName?: string;
  /** The list's, if it differs from `plural`. */
  readonly title?: string;
  readonly description: string;
  readonly addVerb: string;
  /** If it differs from `addVerb` and `singular`. */
  readonly addLabel?: string;
  /** If they differ from `addVerb` or Edit and `singular`. */
  readonly formTitles?: { readonly add: string; readonly edit: string };
}

export const resourceTexts = defineMessages('resourceTexts', {
  book: {
    singular: 'Book',
    plural: 'Books',
    nouns: { one: 'book', other: 'books' },
    description: 'Every book, how many copies are in stock and what it earned.',
    addVerb: 'Create',
  },
  'book-order': {
    singular: 'Book Order',
    plural: 'Book Orders',
    nouns: { one: 'book order', other: 'book orders' },
    description: 'Copies bought for the stock, what was paid for them and what is still owed.',
    addVerb: 'Create',
  },
  'book-payout': {
    singular: 'Book Payout',
    plural: 'Book Payouts',
    nouns: { one: 'book payout', other: 'book payouts' },
    title: 'Book Payout',
    description: 'Copies handed to students, what was paid for them and what remains.',
    addVerb: 'Create',
    addLabel: 'Create Book Payout',
    formTitles: { add: 'Create Book Payout', edit: 'Edit Book Payout' },
  },
  student: {
    singular: 'Student',
    plural: 'Students',
    nouns: { one: 'student', other: 'students' },
    description: 'All students of this branch.',
    addVerb: 'Add',
  },
  employee: {
    singular: 'Employee',
    plural: 'Employees',
    nouns: { one: 'employee', other: 'employees' },
    description: 'All employees of this branch.',
    addVerb: 'Add',
  },
  salary: {
    singular: 'Salary',
    plural: 'Salaries',
    nouns: { one: 'salary', other: 'salaries' },
    description: 'What was paid to employees, after their deductions.',
    addVerb: 'Add',
  },
  deduction: {
    singular: 'Deduction',
    plural: 'Deductions',
    nouns: { one: 'deduction', other: 'deductions' },
    description: "What is taken off the employees' next salaries.",
    addVerb: 'Add',
  },
  advance: {
    singular: 'Advance',
    plural: 'Advances',
    nouns: { one: 'advance', other: 'advances' },
    description: 'Money paid to employees before their salary. It is taken off the next one.',
    addVerb: 'Add',
  },
  bonus: {
    singular: 'Bonus',
    plural: 'Bonuses',
    nouns: { one: 'bonus', other: 'bonuses' },
    description: "What is added to the employees' next salaries.",
    addVerb: 'Add',
  },
  expense: {
    singular: 'Expense',
    plural: 'Expenses',
    nouns: { one: 'expense', other: 'expenses' },
    title: 'General Expenses',
    description: 'Spending other than books and salaries.',
    addVerb: 'Add',
    addLabel: 'Add Expenses',
    formTitles: { add: 'Add Expenses', edit: 'Edit Expenses' },
  },
  'adult-course': {
    singular: 'Course',
    plural: 'Adult Courses',
    nouns: { one: 'adult course enrolment', other: 'adult course enrolments' },
    commonName: 'Enrolment',
    description: 'Enrolments in adult courses, what was paid and what remains.',
    addVerb: 'Create',
  },
  'kids-course': {
    singular: 'Course',
    plural: 'Kids Courses',
    nouns: { one: 'kids course enrolment', other: 'kids course enrolments' },
    commonName: 'Enrolment',
    description: 'Enrolments in kids courses, what was paid and what remains.',
    addVerb: 'Create',
  },
  'home-schooling': {
    singular: 'Home Schooling',
    plural: 'Home Schooling',
    nouns: { one: 'home schooling enrolment', other: 'home schooling enrolments' },
    commonName: 'Enrolment',
    description: 'Home schooling by stage, what was paid and what remains.',
    addVerb: 'Create',
  },
  'summer-course': {
    singular: 'Summer Course',
    plural: 'Summer Courses',
    nouns: { one: 'summer course enrolment', other: 'summer course enrolments' },
    commonName: 'Enrolment',
    description: 'Enrolments in summer courses, what was paid and what remains.',
    addVerb: 'Create',
  },
  nursery: {
    singular: 'Nursery',
    plural: 'Nursery',
    nouns: { one: 'nursery enrolment', other: 'nursery enrolments' },
    commonName: 'Enrolment',
    description: 'Nursery enrolments, what was paid and what remains.',
    addVerb: 'Create',
  },
  bus: {
    singular: 'Bus',
    plural: 'Bus',
    nouns: { one: 'bus enrolment', other: 'bus enrolments' },
    commonName: 'Enrolment',
    description: 'Who rides the bus, what was paid and what remains.',
    addVerb: 'Add',
    formTitles: { add: 'Create Bus', edit: 'Edit Bus' },
  },
  refund: {
    singular: 'Refund',
    plural: 'Refunds',
    nouns: { one: 'refund', other: 'refunds' },
    description: 'Money that was paid back, to whom, for what and why.',
    addVerb: 'Add',
  },
  'stock-count': {
    singular: 'Stock Count',
    plural: 'Stock Counts',
    nouns: { one: 'stock count', other: 'stock counts' },
    description: 'Copies that were counted, and by how much the stock was corrected.',
    addVerb: 'Add',
  },
  'cash-move': {
    singular: 'Cash Movement',
    plural: 'Cash Movements',
    nouns: { one: 'cash movement', other: 'cash movements' },
    description: 'Cash that was brought, handed over to the office, or taken to the bank.',
    addVerb: 'Add',
  },
  reminder: {
    singular: 'Reminder',
    plural: 'Reminders',
    nouns: { one: 'reminder', other: 'reminders' },
    description: 'Who was reminded of a debt, when and how.',
    addVerb: 'Add',
  },
  promise: {
    singular: 'Promise',
    plural: 'Promises',
    nouns: { one: 'promise', other: 'promises' },
    description: 'Who said that they will pay, and when.',
    addVerb: 'Add',
  },
  plan: {
    singular: 'Payment Plan',
    plural: 'Payment Plans',
    nouns: { one: 'payment plan', other: 'payment plans' },
    description: 'On which days the parts of an enrolment are due.',
    addVerb: 'Add',
  },
} satisfies Record<ResourceName, ResourceTexts>);
