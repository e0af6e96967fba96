import { enrolmentNames } from '../collections.ts';
import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { fieldWith, reference, text } from '../fields.ts';
import { partsField } from '../plan-parts.ts';
import { nameIn } from './name-in.ts';

/** Due days and amounts of an enrolment (decision 108). */
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
