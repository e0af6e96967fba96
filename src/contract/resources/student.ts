import { computedMoney, computedText, timestamp } from '../computed-fields.ts';
import { born } from '../days.ts';
import { defineResource } from '../define-resource.ts';
import {
  fieldWith,
  optionalDate,
  optionalLongText,
  optionalPhone,
  optionalText,
  phoneFields,
  text,
} from '../fields.ts';
import { leftOn } from './shared-fields.ts';

const fields = {
  name: text('name'),
  father_name: optionalText('fatherName'),
  mother_name: optionalText('motherName'),
  birthdate: optionalDate('birthdate', born),
  phone: optionalPhone('phone', 'student'),
  father_phone: optionalPhone('fatherPhone', 'father'),
  mother_phone: optionalPhone('motherPhone', 'mother'),
  address: optionalLongText('address'),
  left_on: leftOn,
};

export const studentPhones = phoneFields({ fields });

/** Specification, section 3; columns by decision 10. */
export const student = defineResource({
  name: 'student',
  path: '/students/',
  screens: { list: '/students', add: 'add-student', edit: 'edit-student', page: true },
  fields,
  computed: {
    code: fieldWith(computedText('code'), { isNumber: true }),
    credit: fieldWith(computedMoney('credit'), { capability: 'refunds' }),
    created_at: timestamp('createdAt'),
  },
  columns: ['code', 'name', ...studentPhones, 'created_at'],
  search: ['name', 'code', 'father_name', 'mother_name', ...studentPhones],
  summaryFields: ['code', 'phone'],
  quickCreate: true,
  namesDuplicates: true,
  creditField: 'credit',
  titleOf: (row) => String(row.name ?? ''),
});
