import { reminderChannels } from '../choices.ts';
import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { choice, fieldWith, optionalDate, optionalLongText, reference } from '../fields.ts';
import { nameIn } from './name-in.ts';

/** Decision 108. */
export const reminder = defineResource({
  name: 'reminder',
  path: '/reminders/',
  singular: 'Reminder',
  plural: 'Reminders',
  description: 'Who was reminded of a debt, when and how.',
  addVerb: 'Add',
  screens: { list: '/debts', add: 'add-reminder', edit: 'edit-reminder' },
  fields: {
    student: fieldWith(reference('Student', 'student'), { immutable: true }),
    channel: choice('How', reminderChannels),
    custom_date: optionalDate('Custom Date'),
    notes: optionalLongText('Notes'),
  },
  computed: { created_by: computedText('Created By'), created_at: timestamp('Created At') },
  columns: ['student', 'channel', 'notes', 'created_by', 'created_at'],
  search: ['student_data.name'],
  titleOf: (row) => nameIn(row, 'student') ?? '',
});
