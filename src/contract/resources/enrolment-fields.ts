import { periods, transportations } from '../choices.ts';
import type { Draft, FormFacts, Rule } from '../define-resource.ts';
import {
  choice,
  computedMoney,
  flag,
  money,
  optionalDate,
  optionalLink,
  optionalLongText,
  reference,
  text,
  timestamp,
} from '../fields.ts';
import { formatMoney, parseMoney } from '../money.ts';
import type { ResourceName } from '../resource-names.ts';

/** The number of a paper receipt, which may cover several records (decision 13). */
const receipt = { ...text('Receipt Number'), warnsWhenUsed: true } as const;

/** What every enrolment asks for first, whatever its kind. */
export const enrolmentHead = {
  student: reference('Student', 'student'),
  receipt_number: receipt,
};

export const transportation_type = choice('Transportation Type', transportations);
export const period = choice('Period', periods);

/** The money of an enrolment. An installment's price is null (decision 12). */
export const enrolmentMoney = {
  price: { ...money('Price'), read: computedMoney('Price').read },
  paid_amount: money('Paid Amount', 'Paid amount is required'),
};

/** What every enrolment may add at the end. */
export const enrolmentTail = {
  custom_date: optionalDate('Custom Date'),
  notes: optionalLongText('Notes'),
};

/** What the server works out for an enrolment and its installments (decisions 11 and 12). */
export const enrolmentComputed = {
  remaining_amount: {
    ...computedMoney('Remaining Amount'),
    owed: { price: 'price', paid: 'paid_amount' },
  },
  is_installment: flag('Installment'),
  related_record: optionalLink('Enrolment'),
  created_at: timestamp('Created At'),
};

/** What is paid at once can't be more than the price (decision 11). */
export const paidWithinPrice: Rule = ({ price, paid_amount }) => {
  const due = typeof price === 'string' ? parseMoney(price) : undefined;
  const paid = typeof paid_amount === 'string' ? parseMoney(paid_amount) : undefined;
  if (due === undefined || paid === undefined || paid <= due) return undefined;
  return { field: 'paid_amount', message: paidTooMuch(due) };
};

/** The refusal of more than what remains, in piastres (decision 11). */
export function paidTooMuch(remains: bigint): string {
  return `This is more than what remains: ${formatMoney(remains)}`;
}

/** The installment form of an enrolment kind (specification, sections 2 and 5). */
export function installmentOf(kind: ResourceName): FormFacts {
  return {
    one: 'Installment',
    fields: {
      related_record: { ...reference('Related Record', kind, 'Related record is required'), fixed: true },
      receipt_number: receipt,
      paid_amount: money('Paid Amount', 'Paid amount is required'),
      custom_date: optionalDate('Custom Date'),
      notes: optionalLongText('Notes'),
    },
    rules: [],
  };
}

/** An enrolment among its kind: student and receipt. */
export function enrolmentTitle(row: Draft): string {
  const student = row.student_data as { name?: string } | null | undefined;
  return [student?.name, `receipt ${String(row.receipt_number ?? '')}`].filter(Boolean).join(', ');
}
