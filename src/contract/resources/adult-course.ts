import { levels } from '../choices.ts';
import { defineResource } from '../define-resource.ts';
import { choice } from '../fields.ts';
import {
  enrolmentComputed,
  enrolmentHead,
  enrolmentMoney,
  enrolmentTail,
  enrolmentTitle,
  installmentOf,
  paidWithinPrice,
  period,
  transportation_type,
} from './enrolment-fields.ts';

/** Enrolments in adult courses and their installments (specification, section 3; columns by decision 10). */
export const adultCourse = defineResource({
  name: 'adult-course',
  path: '/adult-course/',
  one: 'Course',
  many: 'Adult Courses',
  about: 'Enrolments in adult courses, what was paid and what remains.',
  addVerb: 'Create',
  screens: { list: '/courses/adult', add: 'add-course', edit: 'edit-course' },
  fields: {
    ...enrolmentHead,
    level: choice('Level', levels),
    period,
    transportation_type,
    ...enrolmentMoney,
    ...enrolmentTail,
  },
  computed: enrolmentComputed,
  columns: [
    'receipt_number',
    'period',
    'level',
    'transportation_type',
    'price',
    'paid_amount',
    'remaining_amount',
    'notes',
    'student',
    'created_at',
  ],
  search: ['student_data.name', 'receipt_number'],
  titleOf: enrolmentTitle,
  rules: [paidWithinPrice],
  cash: { field: 'paid_amount', figure: 'adult_course_revenue' },
  installment: installmentOf('adult-course'),
});
