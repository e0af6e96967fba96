import { computedMoney, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, optionalDate, reference } from '../fields.ts';
import { paymentFields } from '../payment-methods.ts';
import { namesIn } from './name-in.ts';
import { payGuard } from './pay-guard.ts';

/** Less the open deductions; the server sets the amounts (specification, section 3; decisions 15 and 35). */
export const salary = defineResource({
  name: 'salary',
  path: '/salaries/',
  screens: { list: '/employees/salaries', add: 'add-salary', edit: 'edit-salary' },
  guard: payGuard,
  fields: {
    employee: fieldWith(reference('employee', 'employee'), { immutable: true }),
    custom_date: optionalDate('customDate'),
    ...paymentFields,
  },
  computed: {
    amount: computedMoney('amount'),
    base_salary: computedMoney('salary'),
    deducted: computedMoney('deductions'),
    created_at: timestamp('createdAt'),
  },
  columns: ['employee', 'amount', 'created_at'],
  search: ['employee_data.name'],
  titleOf: (row) => namesIn(row, 'employee'),
  cash: { field: 'amount', figure: 'salaries' },
  settles: { kind: 'deduction', reference: 'employee', mark: 'settled_by' },
});
