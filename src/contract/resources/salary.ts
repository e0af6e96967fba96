import { computedMoney, computedQuantity, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, optionalDate, optionalMoney, reference } from '../fields.ts';
import { paymentFields } from '../payment-methods.ts';
import { namesIn } from './name-in.ts';
import { fromDrawer, payGuard } from './shared-fields.ts';

const inParts = { capability: 'advances' } as const;

const ofEmployee = (kind: 'deduction' | 'advance' | 'bonus') =>
  ({ kind, reference: 'employee', mark: 'settled_by' }) as const;

/**
 * One part of a month's salary; the server's sums are of all parts until this one (specification, section 3;
 * decisions 15, 35 and 134).
 */
export const salary = defineResource({
  name: 'salary',
  path: '/salaries/',
  screens: { list: '/employees/salaries', add: 'add-salary', edit: 'edit-salary' },
  guard: payGuard,
  fields: {
    employee: fieldWith(reference('employee', 'employee'), { immutable: true }),
    amount: fieldWith(optionalMoney('amount'), { ...inParts, immutable: true }),
    custom_date: optionalDate('customDate'),
    ...paymentFields,
    from_drawer: fieldWith(fromDrawer, inParts),
  },
  computed: {
    base_salary: computedMoney('salary'),
    bonus: fieldWith(computedMoney('bonuses'), inParts),
    deducted: computedMoney('deductions'),
    advanced: fieldWith(computedMoney('advances'), inParts),
    paid_before: fieldWith(computedMoney('paidBefore'), inParts),
    part: fieldWith(computedQuantity('salaryPart'), inParts),
    created_at: timestamp('createdAt'),
  },
  columns: ['employee', 'amount', 'created_at'],
  search: ['employee_data.name'],
  titleOf: (row) => namesIn(row, 'employee'),
  cash: { field: 'amount', figure: 'salaries' },
  settles: [ofEmployee('deduction'), ofEmployee('advance'), ofEmployee('bonus')],
});
