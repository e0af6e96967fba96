import { levels } from '../choices.ts';
import { choice } from '../fields.ts';
import { defineEnrolment } from './define-enrolment.ts';
import { enrolmentColumns, period, transportation_type } from './enrolment-fields.ts';

/** Specification, section 3; columns by decision 10. */
export const kidsCourse = defineEnrolment({
  name: 'kids-course',
  path: '/kids-course/',
  screens: { list: '/courses/kids', add: 'add-course', edit: 'edit-course' },
  ownFields: { level: choice('level', levels), period, transportation_type },
  columns: enrolmentColumns('period', 'level', 'transportation_type'),
  figure: 'kids_course_revenue',
});
