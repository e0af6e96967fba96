import { z } from 'zod';
import { enrolmentNames } from './collections.ts';
import { rowShape } from './define-resource.ts';
import {
  date,
  money,
  optionalDate,
  optionalLongText,
  optionalMoney,
  quantity,
  readId,
  readOptionalMoney,
  someMoney,
  text,
} from './fields.ts';
import { givenId } from './ids.ts';
import { paymentFields } from './payment-methods.ts';
import { refund } from './resources/refund.ts';
import { sentences } from './texts/sentences.en.ts';

/** Of the enrolment of a list; a student leaves it, or goes on to another one (decision 131). */
export const withdrawalPath = (list: string, id: string): string => `${list}${id}/withdrawal/`;
export const withdrawPath = (list: string, id: string): string => `${list}${id}/withdraw/`;
export const undoWithdrawalPath = (list: string, id: string): string => `${withdrawPath(list, id)}undo/`;
export const transferPath = (list: string, id: string): string => `${list}${id}/transfer/`;

const PAYOUTS = '/book-payout/';

export const returnPath = (id: string): string => `${PAYOUTS}${id}/return/`;
export const undoReturnPath = (id: string): string => `${returnPath(id)}undo/`;

const GOING_BACK =
  /^\/(?:[\w-]+\/)+(?:[\w-]+|\{id\})\/(?:withdraw|withdraw\/undo|transfer|return|return\/undo)\/$/;

export const isGoingBack = (path: string): boolean => GOING_BACK.test(path);

export const leavableResources = enrolmentNames;

/** The part that is paid out; what is not paid out becomes credit. */
const paidOut = z.object({
  amount: someMoney('amount').write,
  payment_method: paymentFields.payment_method.write,
  payment_reference: paymentFields.payment_reference.write,
  receipt_number: refund.fields.receipt_number.write,
  notes: optionalLongText('notes').write,
});
export type PaidOut = z.output<typeof paidOut>;

const goesBack = {
  refund: paidOut.nullish(),
  credit: optionalMoney('credit').write,
  reason: text('reason').write,
};

/**
 * POST /{enrolment}/{id}/withdraw/. `keep` of the price stays with the branch or is still owed. Refund and credit come
 * exactly to what was paid beyond that.
 */
export const withdrawBody = z.object({
  id: givenId,
  left_on: date('leftOn').write,
  keep: money('kept').write,
  ...goesBack,
});
export type WithdrawBody = z.output<typeof withdrawBody>;

export const undoBody = z.object({}).nullish();

/**
 * POST /{enrolment}/{id}/transfer/. What is neither kept nor paid out becomes credit; `to.body` is that of its resource,
 * paid by credit and for the same student where it does not say.
 */
export const transferBody = z.object({
  id: givenId,
  withdraw: withdrawBody,
  to: z.object({
    resource: z.enum(leavableResources, { error: () => sentences.takesNoPayments }),
    body: z.record(z.string(), z.unknown()),
  }),
});

/** POST /book-payout/{id}/return/. */
export const returnBody = z.object({
  id: givenId,
  quantity: quantity('quantity', () => sentences.quantityMissing).write,
  ...goesBack,
  custom_date: optionalDate('customDate').write,
});

/** GET /{enrolment}/{id}/withdrawal/. */
export const withdrawal = z.object({
  id: readId,
  refund: rowShape(refund).nullable(),
  credit: readOptionalMoney,
  left_on: z.string(),
  kept: readOptionalMoney,
  reason: z.string(),
  recorded_by: readId,
  created_at: z.string(),
  undoable: z.boolean(),
});
