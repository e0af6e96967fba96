import { levels } from '../choices.ts';
import { defineResource, type Resource, type Rule } from '../define-resource.ts';
import { choice, type FieldMap, text } from '../fields.ts';
import type { FigureName } from '../month.ts';
import type { ResourceName } from '../resource-names.ts';
import { discountAddsUp } from '../rules/discounts.ts';
import { paidWithinPrice } from '../rules/payable.ts';
import { endsAfterStart } from '../rules/term.ts';
import {
  enrolmentColumns,
  enrolmentComputed,
  enrolmentHead,
  enrolmentMoney,
  enrolmentTail,
  enrolmentTitle,
  period,
  transportation_type,
} from './enrolment-fields.ts';
import { installmentOf } from './installment.ts';

type EnrolmentFields<Own extends FieldMap> = typeof enrolmentHead &
  Own &
  typeof enrolmentMoney &
  typeof enrolmentTail;

interface EnrolmentDefinition<N extends ResourceName, Own extends FieldMap>
  extends Pick<Resource, 'path' | 'screens'> {
  readonly name: N;
  /** The form shows the fields of this kind between the student and the money. */
  readonly ownFields: Own;
  /** All fields in the order of the form, where this kind has its own order. */
  readonly fieldOrder?: readonly Extract<keyof EnrolmentFields<Own>, string>[];
  readonly columns: readonly Extract<keyof EnrolmentFields<Own> | keyof typeof enrolmentComputed, string>[];
  readonly ownRules?: readonly Rule[];
  /** Month figure for its payments (decision 21). */
  readonly figure: FigureName;
}

/** Specification, section 3; decisions 11 and 12. */
function defineEnrolment<N extends ResourceName, Own extends FieldMap>(
  definition: EnrolmentDefinition<N, Own>,
) {
  const { ownFields, ownRules = [], fieldOrder, figure, ...rest } = definition;
  const fields = { ...enrolmentHead, ...ownFields, ...enrolmentMoney, ...enrolmentTail };
  return defineResource<N, EnrolmentFields<Own>, typeof enrolmentComputed>({
    ...rest,
    fields: fieldOrder ? inOrder(fields, fieldOrder) : fields,
    computed: enrolmentComputed,
    search: ['student_data.name', 'receipt_number'],
    // They distinguish two enrolments of one student.
    summaryFields: ['receipt_number', 'remaining_amount'],
    titleOf: enrolmentTitle,
    rules: [discountAddsUp, paidWithinPrice, endsAfterStart, ...ownRules],
    cash: {
      field: 'paid_amount',
      figure,
      owed: 'price',
      discount: { amount: 'discount' },
      byCredit: true,
    },
    installment: installmentOf(definition.name),
  });
}

function inOrder<T extends object>(fields: T, order: readonly (keyof T)[]): T {
  return { ...Object.fromEntries(order.map((name) => [name, fields[name]])), ...fields };
}

const ofLevels = {
  ownFields: { level: choice('level', levels), period, transportation_type },
  columns: enrolmentColumns('period', 'level', 'transportation_type'),
};

/** Specification, section 3; columns by decision 10. */
export const adultCourse = defineEnrolment({
  name: 'adult-course',
  path: '/adult-course/',
  screens: { list: '/courses/adult', add: 'add-course', edit: 'edit-course' },
  ...ofLevels,
  figure: 'adult_course_revenue',
});

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

/** Free-text stage instead of a level (specification, section 3). */
export const homeSchooling = defineEnrolment({
  name: 'home-schooling',
  path: '/home-schooling/',
  screens: { list: '/courses/home-schooling', add: 'add-course', edit: 'edit-course' },
  ownFields: { stage: text('stage'), period, transportation_type },
  columns: enrolmentColumns('period', 'stage', 'transportation_type'),
  figure: 'home_schooling_revenue',
});

/** Specification, section 3; columns by decision 10. */
export const kidsCourse = defineEnrolment({
  name: 'kids-course',
  path: '/kids-course/',
  screens: { list: '/courses/kids', add: 'add-course', edit: 'edit-course' },
  ...ofLevels,
  figure: 'kids_course_revenue',
});

/** No level, no period (specification, section 3). */
export const nursery = defineEnrolment({
  name: 'nursery',
  path: '/nursery/',
  screens: { list: '/courses/nursery', add: 'add-nursery', edit: 'edit-nursery' },
  ownFields: { transportation_type },
  columns: enrolmentColumns('transportation_type'),
  figure: 'nursery_revenue',
});

/** Specification, section 3. */
export const summerCourse = defineEnrolment({
  name: 'summer-course',
  path: '/summer-course/',
  screens: { list: '/courses/summer-course', add: 'add-course', edit: 'edit-course' },
  ...ofLevels,
  figure: 'summer_course_revenue',
});
