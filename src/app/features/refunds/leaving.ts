import { textOf } from '#app/fields/field-control.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { GoneBack } from '#app/reads/paid-back.ts';
import type { OwnWrite, Values } from '#app/resources/form/form-context.ts';
import { DAY_MS } from '#contract/days.ts';
import type { Draft, FormDefinition, Resource, Rule } from '#contract/define-resource.ts';
import {
  date,
  type FieldMap,
  fieldWith,
  money,
  optionalMoney,
  optionalText,
  quantity,
  text,
} from '#contract/fields.ts';
import {
  formatDecimal,
  formatMoney,
  type Piastres,
  parseQuantity,
  parseTypedAmount,
} from '#contract/money.ts';
import { CASH, CREDIT, paymentFields } from '#contract/payment-methods.ts';
import { BOOK_RETURN, TRANSFER, WITHDRAWAL } from '#contract/resource-names.ts';
import { type LeavingSums, leavingProblem, leavingSums } from '#contract/rules/refund.ts';
import { returnProblem } from '#contract/rules/stock.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { FOLLOWING } from '#contract/writes/transfer.ts';
import { messages } from './texts.en.ts';

/** In piastres; undefined while an amount is unreadable. */
export interface Leaving extends LeavingSums {
  readonly keep: Piastres;
  readonly paidOut: Piastres;
  readonly credit: Piastres;
}

export type Mode = 'leaves' | 'moves' | 'returns';

export const titleOf = (mode: Mode): string =>
  ({
    leaves: appMessages.leavesCourse,
    moves: appMessages.movesCourse,
    returns: appMessages.returnsBooks,
  })[mode];

function paidOutOf(typed: string, method: unknown, back: Piastres, mode: Mode): Piastres | undefined {
  if (method === CREDIT) return 0n;
  if (typed.trim() !== '') return parseTypedAmount(typed);
  return mode === 'moves' ? 0n : back;
}

export const costOf = ({ price, forgiven }: GoneBack): Piastres => price - forgiven;

/** The price of returned copies is not owed any more, unless that was said before. */
function keepOf(values: Values | Draft, sums: GoneBack, mode: Mode) {
  if (mode !== 'returns') return parseTypedAmount(textOf(values.keep));
  const returned = parseQuantity(textOf(values.quantity));
  if (returned === undefined || !sums.copies) return undefined;
  const rest = costOf(sums) - sums.copies.unit * returned;
  return rest > 0n ? rest : 0n;
}

export function leavingOf(values: Values | Draft, sums: GoneBack, mode: Mode): Leaving | undefined {
  const keep = keepOf(values, sums, mode);
  if (keep === undefined) return undefined;
  const found = leavingSums({ price: costOf(sums), netPaid: sums.netPaid, keep });
  const paidOut = paidOutOf(textOf(values.paid_out), values.payment_method, found.back, mode);
  return paidOut === undefined ? undefined : { ...found, keep, paidOut, credit: found.back - paidOut };
}

export function movedTo(price: unknown, { credit }: Leaving): Piastres | undefined {
  const due = parseTypedAmount(textOf(price));
  if (due === undefined) return undefined;
  return due < credit ? due : credit;
}

const leavingFields = { left_on: date('leftOn'), keep: money(() => messages.keep) };

const returnFields = {
  quantity: quantity(
    () => messages.copiesBack,
    () => sentences.quantityMissing,
  ),
};

const goesBackFields = {
  paid_out: optionalMoney(() => messages.paidOut),
  ...paymentFields,
  reason: text('reason'),
  refund_number: fieldWith(
    optionalText(() => messages.refundNumber),
    { isNumber: true },
  ),
};

/** Not asked of the new enrolment: they follow from the money that moves. */
const given = new Set(['student', 'paid_amount', ...Object.keys(paymentFields)]);

const followingFields = (target: Resource): FieldMap =>
  Object.fromEntries(Object.entries(target.fields).filter(([name]) => !given.has(name)));

export const namesOfFollowing = (target: Resource): readonly string[] => Object.keys(followingFields(target));

/** @param now what was paid, as it is known when the form is checked */
export function leavingForm(now: () => GoneBack, mode: Mode, target: Resource | undefined): FormDefinition {
  const exact: Rule = (draft) => {
    const sums = now();
    const leaving = leavingOf(draft, sums, mode);
    if (!leaving) return undefined;
    const { netPaid, copies } = sums;
    const { keep, paidOut, back } = leaving;
    const returned = mode === 'returns' ? (parseQuantity(textOf(draft.quantity)) ?? 0n) : 0n;
    const tooMany = returnProblem(returned, copies?.out ?? 0n);
    if (mode === 'returns' && tooMany !== undefined) return { field: 'quantity', message: tooMany };
    const problem = leavingProblem({ price: costOf(sums), netPaid, keep }, { refund: 0n, credit: back });
    if (problem) return problem;
    if (paidOut <= back) return undefined;
    const message =
      back > 0n ? sentences.mostRefundable({ amount: formatMoney(back) }) : sentences.nothingBack;
    return { field: 'paid_out', message };
  };
  return {
    singular: titleOf(mode),
    fields: {
      ...(mode === 'returns' ? returnFields : leavingFields),
      ...goesBackFields,
      ...(target && followingFields(target)),
    },
    rules: [exact, ...(target?.rules ?? [])],
  };
}

interface LeavingWrite {
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly sums: GoneBack;
  readonly mode: Mode;
  readonly target: Resource | undefined;
}

function goesBackBody(body: Draft, { paidOut, credit }: Leaving): Draft {
  const number = textOf(body.refund_number);
  return {
    ...(paidOut > 0n && {
      refund: {
        amount: formatDecimal(paidOut),
        payment_method: textOf(body.payment_method) || CASH,
        ...(textOf(body.payment_reference) !== '' && { payment_reference: body.payment_reference }),
        ...(number !== '' && { receipt_number: number }),
      },
    }),
    ...(credit > 0n && { credit: formatDecimal(credit) }),
    reason: body.reason,
  };
}

function mutationOf(
  body: Draft,
  { resource, record, sums, mode, target }: LeavingWrite,
): Omit<Mutation, 'id' | 'kind'> {
  const leaving = leavingOf(body, sums, mode);
  if (!leaving) throw new Error('The amounts were checked before.');
  const names = { resource: resource.name, related_record: record.id };
  const goesBack = goesBackBody(body, leaving);
  if (mode === 'returns')
    return {
      resource: BOOK_RETURN,
      body: { ...names, quantity: body.quantity, ...goesBack },
      expected: { forgiven: formatDecimal(leaving.forgiven) },
      referenced: { related_record: record },
    };
  const withdraw = { left_on: body.left_on, keep: formatDecimal(leaving.keep), ...goesBack };
  if (!target) {
    const withdrawalBody = { ...names, ...withdraw };
    return {
      resource: WITHDRAWAL,
      body: withdrawalBody,
      referenced: { related_record: record },
    };
  }
  const following = Object.fromEntries(namesOfFollowing(target).map((name) => [name, body[name]]));
  const paid = movedTo(following.price, leaving) ?? 0n;
  const student = { ...Object(record.student_data), id: textOf(record.student) };
  return {
    resource: TRANSFER,
    body: {
      ...names,
      withdraw,
      to: {
        resource: target.name,
        body: {
          student: record.student,
          ...following,
          paid_amount: formatDecimal(paid),
          ...(paid > 0n && { payment_method: CREDIT }),
        },
      },
    },
    referenced: { related_record: record, [`${FOLLOWING}student`]: student },
  };
}

const shownAt: Readonly<Record<string, string>> = {
  refund: 'paid_out',
  'refund.amount': 'paid_out',
  credit: 'paid_out',
  'refund.payment_method': 'payment_method',
  'refund.payment_reference': 'payment_reference',
  'refund.receipt_number': 'refund_number',
  paid_amount: 'price',
};

function shownFieldOf(refused: string, { fields }: FormDefinition): string | undefined {
  const fieldName = refused.replace(/^(?:withdraw|to\.body|to)\./, '');
  const shown = shownAt[fieldName] ?? fieldName;
  return shown in fields ? shown : undefined;
}

interface LeavingForm extends Pick<LeavingWrite, 'resource' | 'mode' | 'target'> {
  readonly id: string;
  readonly facts: FormDefinition;
}

/** @param now what the form shows when it is saved */
export const leavingWrite = (
  { resource, id, mode, target, facts }: LeavingForm,
  now: () => LeavingWrite,
): OwnWrite => ({
  name: `${mode} ${resource.name} ${id} ${target?.name ?? ''}`,
  toMutation: (body) => mutationOf(body, now()),
  fieldOf: (refused) => shownFieldOf(refused, facts),
  savedText: { leaves: messages.leftSaved, moves: messages.movedSaved, returns: messages.returnedSaved }[
    mode
  ],
});

export function reopenedValues({ body }: Pick<Mutation, 'body'>): Draft {
  const { withdraw, to } = body;
  const withdrawal: Draft = { ...(withdraw ? Object(withdraw) : body) };
  const refund: Draft = { ...Object(withdrawal.refund) };
  const following: Draft = { ...Object(Object(to).body) };
  return {
    ...following,
    left_on: withdrawal.left_on,
    keep: withdrawal.keep,
    quantity: withdrawal.quantity,
    reason: withdrawal.reason,
    paid_out: refund.amount,
    payment_method: refund.payment_method ?? (withdrawal.credit ? CREDIT : CASH),
    payment_reference: refund.payment_reference,
    refund_number: refund.receipt_number,
  };
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export function shareByDays(record: RecordRow, price: Piastres, leftOn: string) {
  const [start, end] = [effectiveDayOf(record), textOf(record.ends_on)];
  if (start === '' || end === '' || leftOn === '' || end < start) return undefined;
  const total = daysBetween(start, end) + 1;
  const used = Math.min(total, Math.max(0, daysBetween(start, leftOn)));
  return { used, total, amount: (price * BigInt(used)) / BigInt(total) };
}
