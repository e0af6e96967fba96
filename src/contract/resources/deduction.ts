import { optionalLink, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { money, optionalDate, reference, text } from '../fields.ts';
import { joinParts } from '../messages.ts';
import { namesIn } from './name-in.ts';
import { payGuard } from './pay-guard.ts';

/** A deduction is open until a salary settles it (specification, section 3; decisions 15 and 35). */
export const deduction = defineResource({
  name: 'deduction',
  path: '/deductions/',
  singular: 'Deduction',
  plural: 'Deductions',
  description: "What is taken off the employees' next salaries.",
  addVerb: 'Add',
  screens: { list: '/employees/deductions', add: 'add-deduction', edit: 'edit-deduction' },
  guard: payGuard,
  fields: {
    employee: reference('Employee', 'employee'),
    amount: money('Amount'),
    reason: text('Reason'),
    custom_date: optionalDate('Custom Date'),
  },
  computed: { settled_by: optionalLink('Salary'), created_at: timestamp('Created At') },
  columns: ['employee', 'amount', 'reason', 'created_at'],
  search: ['employee_data.name', 'reason'],
  titleOf: (row) => joinParts([namesIn(row, 'employee'), row.reason]),
});
