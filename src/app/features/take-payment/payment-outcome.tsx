import { Button, chakra, Flex } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CloudOff from 'lucide-react/icons/cloud-off';
import Printer from 'lucide-react/icons/printer';
import Share2 from 'lucide-react/icons/share-2';
import { useEffect, useRef } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { ReceiptButton } from '#app/printing/receipt-button.tsx';
import { messages as paperMessages } from '#app/printing/texts.en.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { numberInDigits } from '#contract/digits.ts';
import { formatMoney, type Piastres, sum } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import type { Saved, SentPayment } from './submit-payment.ts';
import { messages } from './texts.en.ts';

const isKept = ({ outcome }: SentPayment) => outcome.outcome === 'saved' || outcome.outcome === 'queued';

function statusOf({ outcome }: SentPayment): string {
  if (outcome.outcome === 'saved') return messages.accepted;
  if (outcome.outcome === 'queued') return messages.kept;
  const [field] = outcome.outcome === 'rejected' ? outcome.fields : [];
  const said = outcome.outcome === 'rejected' ? (field?.message ?? outcome.detail) : outcome.message;
  return messages.refused({ reason: said ?? appMessages.somethingWentWrong });
}

function summaryOf(saved: Saved): {
  readonly title: string;
  readonly total: Piastres;
  readonly whole: boolean;
} {
  if (saved.kind !== 'one-by-one')
    return {
      title: saved.kind === 'saved' ? messages.savedTitle : messages.queuedTitle,
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

interface PaymentOutcomeProps {
  readonly saved: Saved;
  readonly onDone: () => void;
  readonly onRest: () => void;
}

export function PaymentOutcome({ saved, onDone, onRest }: PaymentOutcomeProps) {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  const { title, total, whole } = summaryOf(saved);
  const Icon = !whole ? CircleAlert : title === messages.queuedTitle ? CloudOff : CircleCheck;
  return (
    <>
      <PageHeading title={title} />
      <Surface display="flex" flexDirection="column" gap="3" maxWidth="form" padding="4">
        <Flex role="status" gap="3" align="center" fontWeight="semibold">
          <chakra.span flexShrink="0" color={whole ? 'accent.fg' : 'refused.fg'}>
            <Icon size={28} aria-hidden />
          </chakra.span>
          <span>
            {messages.savedAbout({ amount: formatMoney(total), receipt: numberInDigits(saved.receipt) })}
          </span>
        </Flex>
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
          <Button ref={done} minWidth="40" onClick={onDone}>
            {appMessages.done}
          </Button>
          {saved.kind !== 'one-by-one' && saved.id !== undefined && (
            <>
              <ReceiptButton subject={{ resource: 'collection', id: saved.id }}>
                <Printer size={18} aria-hidden /> {appMessages.print}
              </ReceiptButton>
              <ReceiptButton share subject={{ resource: 'collection', id: saved.id }}>
                <Share2 size={18} aria-hidden /> {paperMessages.share}
              </ReceiptButton>
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
