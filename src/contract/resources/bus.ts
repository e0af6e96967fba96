import { defineResource } from '../define-resource.ts';
import {
  enrolmentComputed,
  enrolmentHead,
  enrolmentMoney,
  enrolmentSearch,
  enrolmentTail,
  enrolmentTitle,
  enrolmentTold,
  installmentOf,
} from './enrolment-fields.ts';
import { paidWithinPrice } from './paid-within-price.ts';

/** The bus service and its installments (specification, section 3; the form's order by section 2). */
export const bus = defineResource({
  name: 'bus',
  path: '/bus/',
  singular: 'Bus',
  plural: 'Bus',
  description: 'Who rides the bus, what was paid and what remains.',
  addVerb: 'Add',
  formTitles: { add: 'Create Bus', edit: 'Edit Bus' },
  screens: { list: '/busses', add: 'add-bus', edit: 'edit-bus' },
  fields: {
    receipt_number: enrolmentHead.receipt_number,
    ...enrolmentMoney,
    student: enrolmentHead.student,
    ...enrolmentTail,
  },
  computed: enrolmentComputed,
  columns: ['receipt_number', 'student', 'price', 'paid_amount', 'remaining_amount', 'notes', 'created_at'],
  search: enrolmentSearch,
  summaryFields: enrolmentTold,
  titleOf: enrolmentTitle,
  rules: [paidWithinPrice],
  cash: { field: 'paid_amount', figure: 'bus_revenue' },
  installment: installmentOf('bus'),
});
