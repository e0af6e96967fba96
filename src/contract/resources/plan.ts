import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, reference, text } from '../fields.ts';
import { partsField } from '../plan-parts.ts';
import { nameIn } from './name-in.ts';

/** Due days and amounts of an enrolment (decision 108). */
export const plan = defineResource({
  name: 'plan',
  path: '/plans/',
  singular: 'Payment Plan',
  plural: 'Payment Plans',
  description: 'On which days the parts of an enrolment are due.',
  addVerb: 'Add',
  screens: { list: '/debts', add: 'add-plan', edit: 'edit-plan' },
  fields: {
    student: fieldWith(reference('Student', 'student'), { immutable: true }),
    enrolment: fieldWith(text('Enrolment'), { immutable: true }),
    parts: partsField('Parts'),
  },
  computed: { created_by: computedText('Created By'), created_at: timestamp('Created At') },
  columns: ['student', 'created_by', 'created_at'],
  search: ['student_data.name'],
  titleOf: (row) => nameIn(row, 'student') ?? '',
});
