import { text } from '../fields.ts';
import { defineEnrolment } from './define-enrolment.ts';
import { enrolmentColumns, period, transportation_type } from './enrolment-fields.ts';

/** Free-text stage instead of a level (specification, section 3). */
export const homeSchooling = defineEnrolment({
  name: 'home-schooling',
  path: '/home-schooling/',
  screens: { list: '/courses/home-schooling', add: 'add-course', edit: 'edit-course' },
  ownFields: { stage: text('stage'), period, transportation_type },
  columns: enrolmentColumns('period', 'stage', 'transportation_type'),
  figure: 'home_schooling_revenue',
});
