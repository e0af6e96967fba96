import { optionalLink, timestamp } from '../computed-fields.ts';
import { type Draft, defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, reference, text } from '../fields.ts';
import { joinParts } from '../messages.ts';
import { paymentFields } from '../payment-methods.ts';
import { namesIn } from './name-in.ts';
import { fromDrawer, payGuard } from './shared-fields.ts';

const shared = {
  guard: payGuard,
  computed: { settled_by: optionalLink('salary'), created_at: timestamp('createdAt') },
} as const;

/** Without cash of its own: the next salary is higher or lower by it. Open until a salary settles it. */
const payChange = {
  ...shared,
  fields: {
    employee: reference('employee', 'employee'),
    amount: money('amount'),
    reason: text('reason'),
    custom_date: optionalDate('customDate'),
  },
  columns: ['employee', 'amount', 'reason', 'created_at'],
  search: ['employee_data.name', 'reason'],
  titleOf: (row: Draft) => joinParts([namesIn(row, 'employee'), row.reason]),
} as const;

const fixedEmployee = fieldWith(payChange.fields.employee, { immutable: true });

/** Decision 134. */
export const bonus = defineResource({
  ...payChange,
  name: 'bonus',
  path: '/bonuses/',
  screens: { list: '/employees/bonuses', add: 'add-bonus', edit: 'edit-bonus' },
  capability: 'advances',
  fields: { ...payChange.fields, employee: fixedEmployee },
});

/** Specification, section 3; decisions 15 and 35. */
export const deduction = defineResource({
  ...payChange,
  name: 'deduction',
  path: '/deductions/',
  screens: { list: '/employees/deductions', add: 'add-deduction', edit: 'edit-deduction' },
});

/** Paid before the salary that it is taken off; cash of the month in which it is paid (decision 134). */
export const advance = defineResource({
  ...shared,
  name: 'advance',
  path: '/advances/',
  screens: { list: '/employees/advances', add: 'add-advance', edit: 'edit-advance' },
  capability: 'advances',
  fields: {
    employee: fixedEmployee,
    amount: money('amount'),
    custom_date: optionalDate('customDate'),
    ...paymentFields,
    from_drawer: fromDrawer,
    notes: optionalLongText('notes'),
  },
  columns: ['employee', 'amount', 'created_at'],
  search: ['employee_data.name'],
  titleOf: (row) => namesIn(row, 'employee'),
  cash: { field: 'amount', figure: 'salaries' },
});
