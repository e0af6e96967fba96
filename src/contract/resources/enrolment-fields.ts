import { z } from 'zod';
import { periods, transportations } from '../choices.ts';
import { computedDay, computedMoney, optionalLink, timestamp } from '../computed-fields.ts';
import { planned } from '../days.ts';
import type { Draft } from '../define-resource.ts';
import {
  choice,
  defineField,
  fieldWith,
  money,
  optionalDate,
  optionalLongText,
  optionalMoney,
  readDeclaredDay,
  readDeclaredId,
  readDeclaredMoney,
  reference,
} from '../fields.ts';
import { joinParts } from '../messages.ts';
import { listed } from '../named-choices.ts';
import { paymentFields } from '../payment-methods.ts';
import { inputs } from '../texts/inputs.en.ts';
import { installmentLinks, receipt } from './installment.ts';
import { nameIn, receiptIn } from './name-in.ts';

export const enrolmentHead = {
  student: reference('student', 'student'),
  receipt_number: receipt,
};

export const transportation_type = choice('transportationType', transportations);
export const period = choice('period', periods);

const ofDiscount = { read: readDeclaredMoney, capability: 'discounts', mergesAsOne: true } as const;

/** An installment's price is null (decision 12). The price is what is owed after the discount (decision 132). */
export const enrolmentMoney = {
  price: fieldWith(money('price'), { read: computedMoney('price').read, mergesAsOne: true }),
  list_price: fieldWith(optionalMoney('listPrice'), ofDiscount),
  discount: fieldWith(optionalMoney('discount'), ofDiscount),
  discount_reason: fieldWith(listed('discountReason', 'discount_reasons'), { mergesAsOne: true }),
  paid_amount: money('paidAmount'),
  ...paymentFields,
};

const renews = defineField(
  'renews',
  {
    kind: 'text',
    optional: true,
    immutable: true,
    link: true,
    capability: 'renewals',
    byAction: true,
    read: readDeclaredId,
  },
  () =>
    z
      .union([z.string().regex(/^[\w-]{1,64}$/), z.literal('').transform(() => null), z.null()], {
        error: () => inputs.invalid,
      })
      .optional(),
);

export const enrolmentTail = {
  custom_date: optionalDate('customDate'),
  /** Its last day; without one it follows from the period. */
  ends_on: fieldWith(optionalDate('endsOn', planned), {
    read: readDeclaredDay,
    capability: 'renewals',
    movesNoMoney: true,
  }),
  renews,
  notes: optionalLongText('notes'),
};

export const goneBack = {
  refunded: fieldWith(computedMoney('refunded'), { capability: 'refunds' }),
  forgiven: fieldWith(computedMoney('forgiven'), { capability: 'refunds' }),
};

export const enrolmentComputed = {
  remaining_amount: fieldWith(computedMoney('remainingAmount'), {
    balance: { price: 'price', paid: 'paid_amount' },
  }),
  ...goneBack,
  left_on: fieldWith(computedDay('leftOn'), { capability: 'refunds' }),
  kept: fieldWith(computedMoney('kept'), { capability: 'refunds' }),
  ...installmentLinks('enrolment'),
  import: optionalLink('import'),
  created_at: timestamp('createdAt'),
};

export function enrolmentTitle(row: Draft): string {
  return joinParts([nameIn(row, 'student'), receiptIn(row)]);
}

type OfCourses = 'level' | 'stage' | 'period' | 'transportation_type';

/** Specification, section 2; decision 10. */
export function enrolmentColumns<N extends OfCourses>(...courseColumns: readonly N[]) {
  return [
    'receipt_number',
    ...courseColumns,
    'price',
    'paid_amount',
    'remaining_amount',
    'notes',
    'student',
    'created_at',
  ] as const;
}
