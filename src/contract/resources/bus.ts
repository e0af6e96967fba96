import { defineEnrolment } from './define-enrolment.ts';

/** Specification, section 3; the order of the form by section 2. */
export const bus = defineEnrolment({
  name: 'bus',
  path: '/bus/',
  singular: 'Bus',
  plural: 'Bus',
  noun: 'bus enrolment',
  description: 'Who rides the bus, what was paid and what remains.',
  addVerb: 'Add',
  formTitles: { add: 'Create Bus', edit: 'Edit Bus' },
  screens: { list: '/busses', add: 'add-bus', edit: 'edit-bus' },
  ownFields: {},
  fieldOrder: ['receipt_number', 'price', 'paid_amount', 'student', 'custom_date', 'notes'],
  columns: ['receipt_number', 'student', 'price', 'paid_amount', 'remaining_amount', 'notes', 'created_at'],
  figure: 'bus_revenue',
});
