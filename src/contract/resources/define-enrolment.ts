import { defineResource, type Resource, type Rule } from '../define-resource.ts';
import type { FieldMap } from '../fields.ts';
import type { FigureName } from '../month.ts';
import type { ResourceName } from '../resource-names.ts';
import { discountAddsUp } from '../rules/discounts.ts';
import { paidWithinPrice } from '../rules/payable.ts';
import { endsAfterStart } from '../rules/term.ts';
import {
  enrolmentComputed,
  enrolmentHead,
  enrolmentMoney,
  enrolmentTail,
  enrolmentTitle,
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
  /** Rules of this kind alone, beside those of prices. */
  readonly ownRules?: readonly Rule[];
  /** Month figure for its payments (decision 21). */
  readonly figure: FigureName;
}

/** Specification, section 3; decisions 11 and 12. */
export function defineEnrolment<N extends ResourceName, Own extends FieldMap>(
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

/** Returns a copy with these keys first; the types stay as they are. */
function inOrder<T extends object>(fields: T, order: readonly (keyof T)[]): T {
  return { ...Object.fromEntries(order.map((name) => [name, fields[name]])), ...fields };
}
