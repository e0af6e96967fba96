import { defineEnrolment } from './define-enrolment.ts';
import { enrolmentColumns, transportation_type } from './enrolment-fields.ts';

/** No level, no period (specification, section 3). */
export const nursery = defineEnrolment({
  name: 'nursery',
  path: '/nursery/',
  screens: { list: '/courses/nursery', add: 'add-nursery', edit: 'edit-nursery' },
  ownFields: { transportation_type },
  columns: enrolmentColumns('transportation_type'),
  figure: 'nursery_revenue',
});
