import { levels } from '../choices.ts';
import { choice } from '../fields.ts';
import { defineEnrolment } from './define-enrolment.ts';
import { enrolmentColumns, period, transportation_type } from './enrolment-fields.ts';

/** Specification, section 3. */
export const summerCourse = defineEnrolment({
  name: 'summer-course',
  path: '/summer-course/',
  screens: { list: '/courses/summer-course', add: 'add-course', edit: 'edit-course' },
  ownFields: { level: choice('level', levels), period, transportation_type },
  columns: enrolmentColumns('period', 'level', 'transportation_type'),
  figure: 'summer_course_revenue',
});
