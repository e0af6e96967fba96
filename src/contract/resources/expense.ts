import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { money, optionalDate, text } from '../fields.ts';
import { fromDrawer } from './from-drawer.ts';

/** Specification, section 3; decisions 10 and 17. */
export const expense = defineResource({
  name: 'expense',
  path: '/expenses/',
  singular: 'Expense',
  plural: 'Expenses',
  title: 'General Expenses',
  description: 'Spending other than books and salaries.',
  addVerb: 'Add',
  addLabel: 'Add Expenses',
  formTitles: { add: 'Add Expenses', edit: 'Edit Expenses' },
  screens: { list: '/expenses', add: 'add-expenses', edit: 'edit-expenses' },
  fields: {
    title: text('Title'),
    amount: money('Amount'),
    custom_date: optionalDate('Custom Date'),
    from_drawer: fromDrawer,
  },
  computed: { created_by: computedText('Created By'), created_at: timestamp('Created At') },
  columns: ['title', 'amount', 'created_by', 'created_at'],
  search: ['title'],
  titleOf: (row) => String(row.title ?? ''),
  cash: { field: 'amount', figure: 'franchise_expenses' },
});
