import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { optionalDate, optionalLongText, optionalPhone, optionalText, text } from '../fields.ts';

/** Defines the students of the branch (specification, section 3; columns by decision 10). */
export const student = defineResource({
  name: 'student',
  path: '/students/',
  singular: 'Student',
  plural: 'Students',
  description: 'All students of this branch.',
  addVerb: 'Add',
  screens: { list: '/students', add: 'add-student', edit: 'edit-student', page: true },
  fields: {
    name: text('Name'),
    father_name: optionalText('Father Name'),
    mother_name: optionalText('Mother Name'),
    birthdate: optionalDate('Birthdate'),
    phone: optionalPhone('Phone'),
    father_phone: optionalPhone('Father Phone'),
    mother_phone: optionalPhone('Mother Phone'),
    address: optionalLongText('Address'),
  },
  computed: { code: computedText('Code'), created_at: timestamp('Created At') },
  columns: ['code', 'name', 'phone', 'father_phone', 'mother_phone', 'created_at'],
  search: ['name', 'code', 'phone', 'father_phone', 'mother_phone'],
  summaryFields: ['code', 'phone'],
  quickCreate: true,
  namesDuplicates: true,
  titleOf: (row) => String(row.name ?? ''),
});
