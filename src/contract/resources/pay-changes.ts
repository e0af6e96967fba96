import { optionalLink, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, reference, text } from '../fields.ts';
import { joinParts } from '../messages.ts';
import { paymentFields } from '../payment-methods.ts';
import { namesIn } from './name-in.ts';
import { fromDrawer, payGuard } from './shared-fields.ts';

/** No cash by itself: the next salary is higher by it (decision 134). */
export const bonus = defineResource({
  name: 'bonus',
  path: '/bonuses/',
  screens: { list: '/employees/bonuses', add: 'add-bonus', edit: 'edit-bonus' },
  guard: payGuard,
  capability: 'advances',
  fields: {
    employee: fieldWith(reference('employee', 'employee'), { immutable: true }),
    amount: money('amount'),
    reason: text('reason'),
    custom_date: optionalDate('customDate'),
  },
  computed: { settled_by: optionalLink('salary'), created_at: timestamp('createdAt') },
  columns: ['employee', 'amount', 'reason', 'created_at'],
  search: ['employee_data.name', 'reason'],
  titleOf: (row) => joinParts([namesIn(row, 'employee'), row.reason]),
});

/** A deduction is open until a salary settles it (specification, section 3; decisions 15 and 35). */
export const deduction = defineResource({
  name: 'deduction',
  path: '/deductions/',
  screens: { list: '/employees/deductions', add: 'add-deduction', edit: 'edit-deduction' },
  guard: payGuard,
  fields: {
    employee: reference('employee', 'employee'),
    amount: money('amount'),
    reason: text('reason'),
    custom_date: optionalDate('customDate'),
  },
  computed: { settled_by: optionalLink('salary'), created_at: timestamp('createdAt') },
  columns: ['employee', 'amount', 'reason', 'created_at'],
  search: ['employee_data.name', 'reason'],
  titleOf: (row) => joinParts([namesIn(row, 'employee'), row.reason]),
});

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
