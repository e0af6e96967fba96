import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { date, fieldWith, optionalDate, optionalLongText, optionalMoney, reference } from '../fields.ts';
import { joinParts } from '../messages.ts';
import { nameIn } from './name-in.ts';

/** Decision 108. */
export const promise = defineResource({
  name: 'promise',
  path: '/promises/',
  singular: 'Promise',
  plural: 'Promises',
  description: 'Who said that they will pay, and when.',
  addVerb: 'Add',
  screens: { list: '/debts', add: 'add-promise', edit: 'edit-promise' },
  fields: {
    student: fieldWith(reference('Student', 'student'), { immutable: true }),
    due_day: fieldWith(date('Will Pay On', 'Choose the day'), { mergesAsOne: true }),
    amount: fieldWith(optionalMoney('Amount'), { mergesAsOne: true }),
    notes: optionalLongText('Notes'),
    withdrawn_on: fieldWith(optionalDate('Withdrawn On'), { mergesAsOne: true }),
    custom_date: optionalDate('Custom Date'),
  },
  computed: { created_by: computedText('Created By'), created_at: timestamp('Created At') },
  columns: ['student', 'due_day', 'notes', 'withdrawn_on', 'created_by', 'created_at'],
  search: ['student_data.name'],
  titleOf: (row) => joinParts([nameIn(row, 'student'), row.due_day]),
});
