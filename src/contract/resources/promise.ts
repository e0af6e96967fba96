import { computedText, timestamp } from '../computed-fields.ts';
import { planned } from '../days.ts';
import { defineResource } from '../define-resource.ts';
import { date, fieldWith, optionalDate, optionalLongText, optionalMoney, reference } from '../fields.ts';
import { joinParts } from '../messages.ts';
import { sentences } from '../texts/sentences.en.ts';
import { nameIn } from './name-in.ts';

/** Decision 108. */
export const promise = defineResource({
  name: 'promise',
  path: '/promises/',
  screens: { list: '/debts', add: 'add-promise', edit: 'edit-promise' },
  fields: {
    student: fieldWith(reference('student', 'student'), { immutable: true }),
    due_day: fieldWith(
      date('dueDay', () => sentences.dayMissing, planned),
      { mergesAsOne: true },
    ),
    amount: fieldWith(optionalMoney('amount'), { mergesAsOne: true }),
    notes: optionalLongText('notes'),
    withdrawn_on: fieldWith(optionalDate('withdrawnOn'), { mergesAsOne: true, byAction: true }),
    custom_date: optionalDate('customDate'),
  },
  computed: { created_by: computedText('createdBy'), created_at: timestamp('createdAt') },
  columns: ['student', 'due_day', 'notes', 'withdrawn_on', 'created_by', 'created_at'],
  search: ['student_data.name'],
  notedIn: 'promises',
  titleOf: (row) => joinParts([nameIn(row, 'student'), row.due_day]),
});
