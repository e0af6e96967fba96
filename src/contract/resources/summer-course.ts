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

/** Enrolments in summer courses and their installments (specification, section 3). */
export const summerCourse = defineResource({
  name: 'summer-course',
  path: '/summer-course/',
  singular: 'Summer Course',
  plural: 'Summer Courses',
  description: 'Enrolments in summer courses, what was paid and what remains.',
  addVerb: 'Create',
  screens: { list: '/courses/summer-course', add: 'add-course', edit: 'edit-course' },
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
  cash: { field: 'paid_amount', figure: 'summer_course_revenue' },
  installment: installmentOf('summer-course'),
});
