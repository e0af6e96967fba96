import { levels } from '../choices.ts';
import { choice } from '../fields.ts';
import { defineEnrolment } from './define-enrolment.ts';
import { enrolmentColumns, period, transportation_type } from './enrolment-fields.ts';

/** Specification, section 3; columns by decision 10. */
export const adultCourse = defineEnrolment({
  name: 'adult-course',
  path: '/adult-course/',
  singular: 'Course',
  plural: 'Adult Courses',
  noun: 'adult course enrolment',
  description: 'Enrolments in adult courses, what was paid and what remains.',
  addVerb: 'Create',
  screens: { list: '/courses/adult', add: 'add-course', edit: 'edit-course' },
  ownFields: { level: choice('Level', levels), period, transportation_type },
  columns: enrolmentColumns('period', 'level', 'transportation_type'),
  figure: 'adult_course_revenue',
});
