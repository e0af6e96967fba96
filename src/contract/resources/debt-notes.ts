import { reminderChannels } from '../choices.ts';
import { enrolmentNames } from '../collections.ts';
import { computedText, timestamp } from '../computed-fields.ts';
import { planned } from '../days.ts';
import { defineResource } from '../define-resource.ts';
import {
  choice,
  date,
  fieldWith,
  optionalDate,
  optionalLongText,
  optionalMoney,
  reference,
  text,
} from '../fields.ts';
import { joinParts } from '../messages.ts';
import { partsField } from '../plan-parts.ts';
import { sentences } from '../texts/sentences.en.ts';
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

export const plan = defineResource({
  name: 'plan',
  path: '/plans/',
  screens: { list: '/debts', add: 'add-plan', edit: 'edit-plan' },
  fields: {
    student: fieldWith(reference('student', 'student'), { immutable: true }),
    enrolment: fieldWith(text('enrolment'), { immutable: true, refersToAny: enrolmentNames }),
    parts: partsField('parts'),
  },
  computed: { created_by: computedText('createdBy'), created_at: timestamp('createdAt') },
  columns: ['student', 'created_by', 'created_at'],
  search: ['student_data.name'],
  titleOf: (row) => nameIn(row, 'student') ?? '',
});

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
