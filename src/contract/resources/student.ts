import { computedText, timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { optionalDate, optionalLongText, optionalPhone, optionalText, phoneFields, text } from '../fields.ts';

const fields = {
  name: text('Name'),
  father_name: optionalText('Father Name'),
  mother_name: optionalText('Mother Name'),
  birthdate: optionalDate('Birthdate'),
  phone: optionalPhone('Phone', 'student'),
  father_phone: optionalPhone('Father Phone', 'father'),
  mother_phone: optionalPhone('Mother Phone', 'mother'),
  address: optionalLongText('Address'),
};

/** In the order of the form. */
export const studentPhones = phoneFields({ fields });

/** Specification, section 3; columns by decision 10. */
export const student = defineResource({
  name: 'student',
  path: '/students/',
  singular: 'Student',
  plural: 'Students',
  description: 'All students of this branch.',
  addVerb: 'Add',
  screens: { list: '/students', add: 'add-student', edit: 'edit-student', page: true },
  fields,
  computed: { code: { ...computedText('Code'), isNumber: true }, created_at: timestamp('Created At') },
  columns: ['code', 'name', ...studentPhones, 'created_at'],
  search: ['name', 'code', ...studentPhones],
  summaryFields: ['code', 'phone'],
  quickCreate: true,
  namesDuplicates: true,
  titleOf: (row) => String(row.name ?? ''),
});
