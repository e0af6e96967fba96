import { defineResource } from '../define-resource.ts';
import {
  enrolmentColumns,
  enrolmentComputed,
  enrolmentHead,
  enrolmentMoney,
  enrolmentSearch,
  enrolmentTail,
  enrolmentTitle,
  enrolmentTold,
  installmentOf,
  transportation_type,
} from './enrolment-fields.ts';
import { paidWithinPrice } from './paid-within-price.ts';

/** Nursery enrolments and their installments: no level, no period (specification, section 3). */
export const nursery = defineResource({
  name: 'nursery',
  path: '/nursery/',
  singular: 'Nursery',
  plural: 'Nursery',
  description: 'Nursery enrolments, what was paid and what remains.',
  addVerb: 'Create',
  screens: { list: '/courses/nursery', add: 'add-nursery', edit: 'edit-nursery' },
  fields: {
    ...enrolmentHead,
    transportation_type,
    ...enrolmentMoney,
    ...enrolmentTail,
  },
  computed: enrolmentComputed,
  columns: enrolmentColumns('transportation_type'),
  search: enrolmentSearch,
  summaryFields: enrolmentTold,
  titleOf: enrolmentTitle,
  rules: [paidWithinPrice],
  cash: { field: 'paid_amount', figure: 'nursery_revenue' },
  installment: installmentOf('nursery'),
});
