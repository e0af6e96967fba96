import { text } from '../fields.ts';
import { defineEnrolment } from './define-enrolment.ts';
import { enrolmentColumns, period, transportation_type } from './enrolment-fields.ts';

/** Free-text stage instead of a level (specification, section 3). */
export const homeSchooling = defineEnrolment({
  name: 'home-schooling',
  path: '/home-schooling/',
  singular: 'Home Schooling',
  plural: 'Home Schooling',
  noun: 'home schooling enrolment',
  description: 'Home schooling by stage, what was paid and what remains.',
  addVerb: 'Create',
  screens: { list: '/courses/home-schooling', add: 'add-course', edit: 'edit-course' },
  ownFields: { stage: text('Stage'), period, transportation_type },
  columns: enrolmentColumns('period', 'stage', 'transportation_type'),
  figure: 'home_schooling_revenue',
});
