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
