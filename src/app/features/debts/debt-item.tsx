import { Button, chakra, Flex } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import HandCoins from 'lucide-react/icons/hand-coins';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { currentDay } from '#app/lib/branch-day.ts';
import { takePaymentPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { ShownDebt } from '#app/reads/debts.ts';
import { PendingNote } from '#app/ui/pending-note.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { DebtContact, phonesOf } from './debt-contact.tsx';
import { amountOf, debtNotes } from './debt-notes.ts';
import { messages } from './texts.en.ts';

const Name = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gridArea: 'name',
    // It can be tapped over the line below as well.
    position: 'relative',
    paddingBlock: '6px 20px',
    marginBlock: '-6px -20px',
    fontWeight: 'semibold',
    overflowWrap: 'anywhere',
    '&:hover': { textDecoration: 'underline' },
    '@media print': { paddingBlock: '0', marginBlock: '0' },
  },
});

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr) auto',
      md: 'minmax(0, 6fr) minmax(0, 5fr) auto auto',
    },
    gridTemplateAreas: {
      base: '"name amount" "since since" "notes actions" "contact contact"',
      md: '"name notes amount actions" "since notes amount actions" "contact contact contact contact"',
    },
    alignItems: 'center',
    columnGap: { base: '2', md: '4' },
    paddingBlock: { base: '1.5', md: '2' },
    paddingInline: { base: '3', md: '4' },
    lineHeight: 'tight',
    '& > [data-since]': { gridArea: 'since', alignSelf: 'start', color: 'fg.muted', fontSize: 'sm' },
    '& [data-phones]': { display: 'none', '@media print': { display: 'block' } },
    '& > [data-notes]': {
      gridArea: 'notes',
      display: 'flex',
      flexDirection: 'column',
      gap: { md: '1' },
      color: 'fg.muted',
      fontSize: 'sm',
    },
    // Icons on a phone: their names say the action.
    '& > [data-no-print] > :is(a, button)': { paddingInline: { base: '0', md: '4' } },
  },
});

export function DebtItem({ debt, isKept }: { readonly debt: ShownDebt; readonly isKept: boolean }) {
  const [open, setOpen] = useState(false);
  const contact = useId();
  const { id, name, code, total, remaining, debts, oldest, age_days } = debt;
  const count = messages.debts({ count: debts });
  // With a plan it may be owed only later.
  const isDue = oldest <= currentDay();
  return (
    <Row>
      <Name to={`/students/${encodeURIComponent(id)}`}>
        <TypedText>{name}</TypedText>
      </Name>
      <span data-since>
        {code && (
          <>
            <TypedText>{numberInDigits(code)}</TypedText>
            {' · '}
          </>
        )}
        {isDue
          ? `${count} ${messages.since({ day: displayDay(oldest), days: age_days })}`
          : messages.notDue({ debts: count })}
        {/* On paper, where nothing opens. */}
        <span data-phones>
          {phonesOf(debt).map(({ whom, phone }, index) => (
            <span key={phone}>
              {index > 0 && ' · '}
              {whom} <bdi dir="ltr">{numberInDigits(phone)}</bdi>
            </span>
          ))}
        </span>
      </span>
      <span data-notes>
        {debtNotes(debt).map(({ kind, text }) =>
          kind === 'other' ? (
            <span key={text}>{text}</span>
          ) : (
            <chakra.span
              key={text}
              fontWeight="medium"
              color={kind === 'broken' ? 'refused.fg' : 'accent.fg'}
            >
              {text}
            </chakra.span>
          ),
        )}
      </span>
      <Flex gridArea="amount" direction="column" align="end" marginInlineStart="auto" whiteSpace="nowrap">
        <chakra.strong dir="ltr" color="waiting.fg" fontWeight="semibold">
          {amountOf(remaining)}
        </chakra.strong>
        {total !== remaining && (
          <chakra.small color="fg.muted">{messages.inAll({ amount: amountOf(total) })}</chakra.small>
        )}
        <PendingNote {...debt.pending} />
        {debt.isPending && debt.pending.count === 0 && (
          <Flex as="small" align="center" gap="1" color="waiting.fg">
            <Clock size={14} aria-hidden /> {appMessages.waitingToBeSent}
          </Flex>
        )}
      </Flex>
      <Flex gridArea="actions" gap="2" justify="end" data-no-print>
        <Button
          variant="outline"
          colorPalette="neutral"
          aria-expanded={open}
          aria-controls={open ? contact : undefined}
          aria-label={messages.contact({ name })}
          onClick={() => setOpen(!open)}
        >
          <MessageCircle size={18} aria-hidden />{' '}
          <chakra.span hideBelow="md">{messages.contactShort}</chakra.span>
        </Button>
        <Button asChild variant="outline">
          <Link to={takePaymentPath(id)} aria-label={messages.takePayment({ name })}>
            <HandCoins size={18} aria-hidden /> <chakra.span hideBelow="md">{messages.pay}</chakra.span>
          </Link>
        </Button>
      </Flex>
      {open && (
        <chakra.div gridArea="contact" id={contact}>
          <DebtContact debt={debt} isKept={isKept} />
        </chakra.div>
      )}
    </Row>
  );
}
