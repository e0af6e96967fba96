import { defineResource } from '../define-resource.ts';
import { text } from '../fields.ts';
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
  period,
  transportation_type,
} from './enrolment-fields.ts';
import { paidWithinPrice } from './paid-within-price.ts';

/** Home schooling and its installments: a stage in free words instead of a level (specification, section 3). */
export const homeSchooling = defineResource({
  name: 'home-schooling',
  path: '/home-schooling/',
  singular: 'Home Schooling',
  plural: 'Home Schooling',
  description: 'Home schooling by stage, what was paid and what remains.',
  addVerb: 'Create',
  screens: { list: '/courses/home-schooling', add: 'add-course', edit: 'edit-course' },
  fields: {
    ...enrolmentHead,
    stage: text('Stage'),
    period,
    transportation_type,
    ...enrolmentMoney,
    ...enrolmentTail,
  },
  computed: enrolmentComputed,
  columns: enrolmentColumns('period', 'stage', 'transportation_type'),
  search: enrolmentSearch,
  summaryFields: enrolmentTold,
  titleOf: enrolmentTitle,
  rules: [paidWithinPrice],
  cash: { field: 'paid_amount', figure: 'home_schooling_revenue' },
  installment: installmentOf('home-schooling'),
});
