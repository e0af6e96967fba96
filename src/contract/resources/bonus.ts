import { optionalLink, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, money, optionalDate, reference, text } from '../fields.ts';
import { joinParts } from '../messages.ts';
import { namesIn } from './name-in.ts';
import { payGuard } from './pay-guard.ts';

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
