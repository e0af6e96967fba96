import { levels } from '../choices.ts';
import { choice } from '../fields.ts';
import { defineEnrolment } from './define-enrolment.ts';
import { enrolmentColumns, period, transportation_type } from './enrolment-fields.ts';

/** Specification, section 3; columns by decision 10. */
export const adultCourse = defineEnrolment({
  name: 'adult-course',
  path: '/adult-course/',
  screens: { list: '/courses/adult', add: 'add-course', edit: 'edit-course' },
  ownFields: { level: choice('level', levels), period, transportation_type },
  columns: enrolmentColumns('period', 'level', 'transportation_type'),
  figure: 'adult_course_revenue',
});
