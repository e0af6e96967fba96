import { reminderChannels } from '../choices.ts';
import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { choice, fieldWith, optionalDate, optionalLongText, reference } from '../fields.ts';
import { nameIn } from './name-in.ts';

/** Decision 108. */
export const reminder = defineResource({
  name: 'reminder',
  path: '/reminders/',
  screens: { list: '/debts', add: 'add-reminder', edit: 'edit-reminder' },
  fields: {
    student: fieldWith(reference('student', 'student'), { immutable: true }),
    channel: choice('channel', reminderChannels),
    custom_date: optionalDate('customDate'),
    notes: optionalLongText('notes'),
  },
  computed: { created_by: computedText('createdBy'), created_at: timestamp('createdAt') },
  columns: ['student', 'channel', 'notes', 'created_by', 'created_at'],
  search: ['student_data.name'],
  notedIn: 'reminders',
  titleOf: (row) => nameIn(row, 'student') ?? '',
});
