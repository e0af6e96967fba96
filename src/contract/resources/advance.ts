import { optionalLink, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, reference } from '../fields.ts';
import { paymentFields } from '../payment-methods.ts';
import { fromDrawer } from './from-drawer.ts';
import { namesIn } from './name-in.ts';
import { payGuard } from './pay-guard.ts';

/** Paid before the salary that it is taken off; cash of the month in which it is paid (decision 134). */
export const advance = defineResource({
  name: 'advance',
  path: '/advances/',
  screens: { list: '/employees/advances', add: 'add-advance', edit: 'edit-advance' },
  guard: payGuard,
  capability: 'advances',
  fields: {
    employee: fieldWith(reference('employee', 'employee'), { immutable: true }),
    amount: money('amount'),
    custom_date: optionalDate('customDate'),
    ...paymentFields,
    from_drawer: fromDrawer,
    notes: optionalLongText('notes'),
  },
  computed: { settled_by: optionalLink('salary'), created_at: timestamp('createdAt') },
  columns: ['employee', 'amount', 'created_at'],
  search: ['employee_data.name'],
  titleOf: (row) => namesIn(row, 'employee'),
  cash: { field: 'amount', figure: 'salaries' },
});
