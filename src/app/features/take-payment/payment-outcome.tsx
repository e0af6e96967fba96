import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CloudOff from 'lucide-react/icons/cloud-off';
import MessageCircle from 'lucide-react/icons/message-circle';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { PrintAtOnce } from '#app/printing/print-at-once.tsx';
import { ReceiptButton } from '#app/printing/receipt-button.tsx';
import { messages as paperMessages } from '#app/printing/texts.en.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { formatKnownMoney, formatMoney, type Piastres, readPiastres, sum } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import type { Saved, SentPayment } from './payment-write.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebts } from './use-family-debts.ts';

const isKept = ({ outcome }: SentPayment) => outcome.outcome === 'saved' || outcome.outcome === 'queued';

function statusOf({ outcome }: SentPayment): string {
  if (outcome.outcome === 'saved') return messages.accepted;
  if (outcome.outcome === 'queued') return messages.kept;
  const [field] = outcome.outcome === 'rejected' ? outcome.fields : [];
  const reason = outcome.outcome === 'rejected' ? (field?.message ?? outcome.detail) : outcome.message;
  return messages.refused({ reason: reason ?? appMessages.somethingWentWrong });
}

function summaryOf(
  saved: Saved,
  hasArrived: boolean,
): {
  readonly title: string;
  readonly total: Piastres;
  readonly whole: boolean;
} {
  if (saved.kind !== 'one-by-one')
    return {
      title: saved.kind === 'saved' || hasArrived ? messages.savedTitle : messages.queuedTitle,
      total: saved.total,
      whole: true,
    };
  const kept = saved.sent.filter(isKept);
  const whole = kept.length === saved.sent.length;
  const queued = kept.some(({ outcome }) => outcome.outcome === 'queued');
  const title = queued ? messages.queuedTitle : messages.savedTitle;
  return {
    title: whole ? title : messages.oneByOneTitle,
    total: sum(kept.map(({ amount }) => amount)),
    whole,
  };
}

function SentReceipt({ sent: { name, outcome } }: { readonly sent: SentPayment }) {
  const id = outcome.outcome === 'saved' ? outcome.record?.id : undefined;
  const kept = outcome.outcome === 'queued' ? outcome.recordId : id;
  if (kept === undefined) return null;
  return (
    <ReceiptButton subject={{ resource: name, id: kept }} marginInlineStart="2">
      <Printer size={18} aria-hidden /> {appMessages.print}
    </ReceiptButton>
  );
}

type Whole = Exclude<Saved, { readonly kind: 'one-by-one' }>;

function nextDue(saved: Whole, { debts, updatedAt }: Pick<FamilyDebts, 'debts' | 'updatedAt'>) {
  if (saved.kind !== 'saved' || updatedAt < saved.at) return undefined;
  const due = debts
    .flatMap(({ due }) => due ?? [])
    .toSorted((one, other) => one.day.localeCompare(other.day));
  return due[0];
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <chakra.dt color="fg.muted" fontSize="sm">
      {label}
    </chakra.dt>
    <chakra.dd fontWeight="semibold">{children}</chakra.dd>
  </div>
);

function WhatRemains({ saved, family }: { readonly saved: Whole; readonly family: FamilyDebts }) {
  const { remainingAfter: remaining, change } = saved;
  const due = nextDue(saved, family);
  return (
    <>
      {change > 0n && (
        <chakra.p fontSize="lg" fontWeight="bold" whiteSpace="nowrap">
          {messages.giveBack({ amount: formatMoney(change) })}
        </chakra.p>
      )}
      {remaining === 0n && <chakra.p fontWeight="semibold">{messages.nothingRemains}</chakra.p>}
      {remaining !== undefined && remaining > 0n && (
        <chakra.dl display="flex" flexWrap="wrap" gap="2" columnGap="8">
          <Fact label={messages.remainsInAll}>
            <chakra.span color="waiting.fg" fontSize="lg">
              {formatMoney(remaining)}
            </chakra.span>
          </Fact>
          {due && (
            <Fact label={messages.nextDue}>
              {messages.dueOn({
                amount: formatKnownMoney(readPiastres(due.amount)),
                day: displayDay(due.day),
              })}
            </Fact>
          )}
        </chakra.dl>
      )}
    </>
  );
}

interface PaymentOutcomeProps {
  readonly saved: Saved;
  readonly family: FamilyDebts;
  readonly onDone: () => void;
  readonly onRest: () => void;
}

export function PaymentOutcome({ saved, family, onDone, onRest }: PaymentOutcomeProps) {
  const [printing, setPrinting] = useState(saved.kind !== 'one-by-one' && saved.prints);
  const done = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => done.current?.focus(), []);
  // It stays on the screen until the next payer, so it may be sent meanwhile.
  const { rows } = useOutboxView();
  const hasArrived =
    saved.kind === 'queued' &&
    rows.some(({ operation, state }) => operation.recordId === saved.subject?.id && state === 'done');
  const { title, total, whole } = summaryOf(saved, hasArrived);
  const Icon = !whole ? CircleAlert : title === messages.queuedTitle ? CloudOff : CircleCheck;
  return (
    <>
      <PageHeading title={title} />
      <Surface display="flex" flexDirection="column" gap="3" maxWidth="form" padding="4">
        <Flex role="status" gap="3" align="center" fontWeight="semibold">
          <chakra.span flexShrink="0" color={whole ? 'accent.fg' : 'refused.fg'}>
            <Icon size={28} aria-hidden />
          </chakra.span>
          <Box>
            {saved.kind !== 'one-by-one' && saved.payer !== '' && (
              <p>
                <TypedText>{saved.payer}</TypedText>
              </p>
            )}
            <chakra.p fontSize="xl" lineHeight="tight">
              {formatMoney(total)}
            </chakra.p>
            <chakra.p color="fg.muted" fontSize="sm" fontWeight="normal">
              {messages.receiptNamed({ receipt: numberInDigits(saved.receipt) })}
            </chakra.p>
          </Box>
        </Flex>
        {saved.kind !== 'one-by-one' && <WhatRemains saved={saved} family={family} />}
        {title === messages.queuedTitle && <p>{appMessages.savedOffline}</p>}
        {saved.kind !== 'one-by-one' && saved.note !== undefined && <p>{saved.note}</p>}
        {saved.kind === 'one-by-one' && (
          <>
            <p>{messages.oneByOneAbout}</p>
            <chakra.ul display="flex" flexDirection="column" gap="2" listStyleType="none">
              {saved.sent.map((sent) => (
                <chakra.li key={sent.key} color={isKept(sent) ? 'fg.default' : 'refused.fg'}>
                  <TypedText>{nameIn(sent.record, 'student')}</TypedText>
                  {`, ${sent.resource.plural}, ${formatMoney(sent.amount)}. `}
                  <bdi>{statusOf(sent)}</bdi>
                  <SentReceipt sent={sent} />
                </chakra.li>
              ))}
            </chakra.ul>
          </>
        )}
        <Flex gap="3" wrap="wrap">
          <Button ref={done} minWidth="40" flex={{ base: '1 0 100%', md: 'none' }} onClick={onDone}>
            {messages.next}
          </Button>
          {saved.kind !== 'one-by-one' && saved.subject && (
            <>
              <ReceiptButton subject={saved.subject}>
                <Printer size={18} aria-hidden /> {appMessages.print}
              </ReceiptButton>
              <ReceiptButton share subject={saved.subject}>
                <MessageCircle size={18} aria-hidden /> {paperMessages.whatsApp}
              </ReceiptButton>
              {printing && <PrintAtOnce subjects={[saved.subject]} onEnd={() => setPrinting(false)} />}
            </>
          )}
          {!whole && (
            <Button variant="outline" onClick={onRest}>
              {messages.takeRest}
            </Button>
          )}
        </Flex>
      </Surface>
    </>
  );
}
