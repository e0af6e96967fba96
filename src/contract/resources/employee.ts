import { timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { guarded, money, phone, text } from '../fields.ts';
import { leftOn, payGuard } from './shared-fields.ts';

/** Specification, section 3; columns by decision 10. */
export const employee = defineResource({
  name: 'employee',
  path: '/employees/',
  screens: { list: '/employees', add: 'add-employee', edit: 'edit-employee' },
  fields: {
    name: text('name'),
    job_title: text('jobTitle'),
    salary: guarded(money('salary'), payGuard),
    phone: phone('phone'),
    left_on: leftOn,
  },
  computed: { created_at: timestamp('createdAt') },
  columns: ['name', 'job_title', 'salary', 'phone', 'created_at'],
  search: ['name', 'job_title', 'phone'],
  summaryFields: ['job_title'],
  titleOf: (row) => String(row.name ?? ''),
});
