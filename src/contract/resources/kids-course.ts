import { levels } from '../choices.ts';
import { defineResource } from '../define-resource.ts';
import { choice } from '../fields.ts';
import {
  enrolmentColumns,
  enrolmentComputed,
  enrolmentHead,
  enrolmentMoney,
  enrolmentSearch,
  enrolmentTail,
  enrolmentTitle,
  enrolmentTold,
  installmentOf,
  period,
  transportation_type,
} from './enrolment-fields.ts';
import { paidWithinPrice } from './paid-within-price.ts';

/** Enrolments in kids courses and their installments (specification, section 3; columns by decision 10). */
export const kidsCourse = defineResource({
  name: 'kids-course',
  path: '/kids-course/',
  singular: 'Course',
  plural: 'Kids Courses',
  description: 'Enrolments in kids courses, what was paid and what remains.',
  addVerb: 'Create',
  screens: { list: '/courses/kids', add: 'add-course', edit: 'edit-course' },
  fields: {
    ...enrolmentHead,
    level: choice('Level', levels),
    period,
    transportation_type,
    ...enrolmentMoney,
    ...enrolmentTail,
  },
  computed: enrolmentComputed,
  columns: enrolmentColumns('period', 'level', 'transportation_type'),
  search: enrolmentSearch,
  summaryFields: enrolmentTold,
  titleOf: enrolmentTitle,
  rules: [paidWithinPrice],
  cash: { field: 'paid_amount', figure: 'kids_course_revenue' },
  installment: installmentOf('kids-course'),
});
