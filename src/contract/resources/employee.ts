import { timestamp } from '../computed-fields.ts';
import { defineResource } from '../define-resource.ts';
import { guarded, money, phone, text } from '../fields.ts';
import { payGuard } from './pay-guard.ts';

/** Specification, section 3; columns by decision 10. */
export const employee = defineResource({
  name: 'employee',
  path: '/employees/',
  singular: 'Employee',
  plural: 'Employees',
  description: 'All employees of this branch.',
  addVerb: 'Add',
  screens: { list: '/employees', add: 'add-employee', edit: 'edit-employee' },
  fields: {
    name: text('Name'),
    job_title: text('Job Title'),
    salary: guarded(money('Salary'), payGuard),
    phone: phone('Phone'),
  },
  computed: { created_at: timestamp('Created At') },
  columns: ['name', 'job_title', 'salary', 'phone', 'created_at'],
  search: ['name', 'job_title', 'phone'],
  summaryFields: ['job_title'],
  titleOf: (row) => String(row.name ?? ''),
});
