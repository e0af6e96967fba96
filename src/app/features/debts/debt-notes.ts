import { departureOf } from '#app/lib/departure.ts';
import type { ShownDebt } from '#app/reads/debts.ts';
import { labelOf, reminderChannels } from '#contract/choices.ts';
import { displayDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { messages } from './texts.en.ts';

interface DebtNote {
  readonly text: string;
  readonly kind: 'promise' | 'broken' | 'other';
}

export const amountOf = (amount: string | null | undefined) => formatMoney(readPiastres(amount) ?? 0n);

function promiseNote(of: NonNullable<ShownDebt['promise']>): DebtNote {
  const day = displayDay(of.due_day);
  if (of.state === 'broken') return { kind: 'broken', text: messages.broken({ day }) };
  return {
    kind: 'promise',
    text:
      of.amount === null
        ? messages.promised({ day })
        : messages.promisedAmount({ day, amount: amountOf(of.amount) }),
  };
}

export function debtNotes(debt: ShownDebt): readonly DebtNote[] {
  const { next_due, last_payment, imported, last_reminder, promise } = debt;
  const others = [
    next_due && messages.nextDue({ day: displayDay(next_due.day), amount: amountOf(next_due.amount) }),
    last_payment === null && (imported ? messages.notPaidSinceImport : messages.neverPaid),
    last_payment &&
      messages.lastPayment({ day: displayDay(last_payment.day), amount: amountOf(last_payment.amount) }),
    last_reminder &&
      messages.lastReminder({
        channel: labelOf(reminderChannels, last_reminder.channel),
        day: displayDay(last_reminder.day),
      }),
  ];
  const other = (text: string | false | null | undefined): DebtNote[] =>
    text ? [{ kind: 'other', text }] : [];
  return [
    ...other(departureOf(debt.left_on)),
    ...(promise ? [promiseNote(promise)] : []),
    ...others.flatMap(other),
  ];
}
