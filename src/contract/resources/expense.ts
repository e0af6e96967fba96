import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, readDeclaredText, text } from '../fields.ts';
import { listed } from '../named-choices.ts';
import { paymentFields } from '../payment-methods.ts';
import { photo } from '../photos.ts';
import { fromDrawer } from './shared-fields.ts';

/** Specification, section 3; decisions 10 and 17. */
export const expense = defineResource({
  name: 'expense',
  path: '/expenses/',
  screens: { list: '/expenses', add: 'add-expenses', edit: 'edit-expenses' },
  fields: {
    title: text('title'),
    amount: money('amount'),
    custom_date: optionalDate('customDate'),
    ...paymentFields,
    from_drawer: fromDrawer,
    category: listed('expenseCategory', 'expense_categories'),
    notes: fieldWith(optionalLongText('notes'), {
      read: readDeclaredText,
      capability: 'expense_categories',
    }),
    photo: photo('photo'),
  },
  computed: { created_by: computedText('createdBy'), created_at: timestamp('createdAt') },
  columns: ['title', 'amount', 'created_by', 'created_at'],
  search: ['title'],
  titleOf: (row) => String(row.title ?? ''),
  cash: { field: 'amount', figure: 'franchise_expenses' },
});
