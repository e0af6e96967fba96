import { Button, chakra, Flex } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import HandCoins from 'lucide-react/icons/hand-coins';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages as appMessages } from '#app/lib/messages.ts';
import { takePaymentPath } from '#app/lib/paths.ts';
import type { ShownDebt } from '#app/reads/on-demand/pending-debts.ts';
import { labelOf, reminderChannels } from '#contract/choices.ts';
import { displayDay, utcDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { DebtContact } from './debt-contact.tsx';
import { messages } from './messages.ts';

const Name = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: 'target',
    fontWeight: 'semibold',
    overflowWrap: 'anywhere',
    '&:hover': { textDecoration: 'underline' },
  },
});

const amountOf = (amount: string | null | undefined) => formatMoney(readPiastres(amount) ?? 0n);

/** Returns what is known of a debt besides its sum, each as a short line. */
function notesOf({ next_due, last_payment, last_reminder, promise, isUnknown }: ShownDebt) {
  const promiseLine = (of: NonNullable<ShownDebt['promise']>) => {
    const day = displayDay(of.due_day);
    if (of.state === 'broken') return messages.broken({ day });
    return of.amount === null
      ? messages.promised({ day })
      : messages.promisedAmount({ day, amount: amountOf(of.amount) });
  };
  return {
    promise: promise ? promiseLine(promise) : undefined,
    others: [
      next_due
        ? messages.nextDue({ day: displayDay(next_due.day), amount: amountOf(next_due.amount) })
        : undefined,
      last_payment === undefined
        ? undefined
        : last_payment
          ? messages.lastPayment({
              day: displayDay(last_payment.day),
              amount: amountOf(last_payment.amount),
            })
          : messages.neverPaid,
      last_reminder
        ? messages.lastReminder({
            channel: labelOf(reminderChannels, last_reminder.channel),
            day: displayDay(last_reminder.day),
          })
        : undefined,
      isUnknown ? messages.amountUnknown : undefined,
    ].filter((line) => line !== undefined),
  };
}

/** Renders one student with what they owe, and opens how to reach them. */
export function DebtItem({ debt, isKept }: { readonly debt: ShownDebt; readonly isKept: boolean }) {
  const [open, setOpen] = useState(false);
  const contact = useId();
  const { id, name, code, total, remaining, debts, oldest, age_days } = debt;
  const { promise, others } = notesOf(debt);
  const count = messages.debts({ count: debts });
  // With a plan it may be owed only later.
  const isDue = oldest <= utcDay(new Date());
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="4"
      rowGap="1"
      paddingBlock="2"
      paddingInline="4"
    >
      <Flex direction="column" flex="1 1 11rem" minW="0">
        <Name to={`/students/${encodeURIComponent(id)}`}>
          <bdi>{name}</bdi>
          {code && (
            <chakra.small marginInlineStart="2" color="fg.muted" fontWeight="normal" whiteSpace="nowrap">
              {code}
            </chakra.small>
          )}
        </Name>
        <chakra.span color="fg.muted" fontSize="sm">
          {isDue
            ? `${count} ${messages.since({ day: displayDay(oldest), days: age_days })}`
            : messages.notDue({ debts: count })}
        </chakra.span>
      </Flex>
      <Flex direction="column" flex="1 1 9rem" minW="0" fontSize="sm" color="fg.muted">
        {promise !== undefined && (
          <chakra.span
            fontWeight="medium"
            color={debt.promise?.state === 'broken' ? 'refused.fg' : 'accent.fg'}
          >
            {promise}
          </chakra.span>
        )}
        {others.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </Flex>
      <Flex direction="column" align="end" marginInlineStart="auto" whiteSpace="nowrap">
        <chakra.strong dir="ltr" color="waiting.fg" fontWeight="semibold">
          {amountOf(remaining)}
        </chakra.strong>
        {total !== remaining && (
          <chakra.small color="fg.muted">{messages.inAll({ amount: amountOf(total) })}</chakra.small>
        )}
        {debt.isPending && (
          <Flex as="small" align="center" gap="1" color="waiting.fg">
            <Clock size={14} aria-hidden /> {appMessages.waitingToBeSent}
          </Flex>
        )}
      </Flex>
      <Flex gap="2" data-no-print>
        <Button
          variant="outline"
          colorPalette="neutral"
          aria-expanded={open}
          aria-controls={open ? contact : undefined}
          aria-label={messages.contact({ name })}
          onClick={() => setOpen(!open)}
        >
          <MessageCircle size={18} aria-hidden /> {messages.contactShort}
        </Button>
        <Button asChild variant="outline">
          <Link to={takePaymentPath(id)} aria-label={messages.takePayment({ name })}>
            <HandCoins size={18} aria-hidden /> {messages.pay}
          </Link>
        </Button>
      </Flex>
      {open && (
        <chakra.div id={contact} width="full">
          <DebtContact debt={debt} isKept={isKept} />
        </chakra.div>
      )}
    </chakra.li>
  );
}
