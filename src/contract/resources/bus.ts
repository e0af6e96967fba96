import { defineEnrolment } from './define-enrolment.ts';

/** Specification, section 3; the order of the form by section 2. */
export const bus = defineEnrolment({
  name: 'bus',
  path: '/bus/',
  screens: { list: '/busses', add: 'add-bus', edit: 'edit-bus' },
  ownFields: {},
  fieldOrder: ['receipt_number', 'price', 'paid_amount', 'student', 'custom_date', 'ends_on', 'notes'],
  columns: ['receipt_number', 'student', 'price', 'paid_amount', 'remaining_amount', 'notes', 'created_at'],
  figure: 'bus_revenue',
});
