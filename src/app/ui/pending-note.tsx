import { chakra, Flex } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { messages } from './opened-texts.en.ts';

interface PendingNoteProps {
  readonly count: number;
  /** In piastres; below zero where more goes back than comes in. */
  readonly received: Piastres;
  readonly spent?: Piastres;
}

function pendingText({ count, received, spent = 0n }: PendingNoteProps): string {
  return messages.notSent({
    parts: joinParts([
      messages.entries({ count }),
      ...(received > 0n ? [messages.received({ amount: formatMoney(received) })] : []),
      ...(received < 0n ? [messages.paidBack({ amount: formatMoney(-received) })] : []),
      ...(spent === 0n ? [] : [messages.spent({ amount: formatMoney(spent) })]),
    ]),
  });
}

export function PendingNote(pending: PendingNoteProps) {
  if (pending.count === 0) return null;
  return (
    <Flex as="small" align="center" gap="1.5" color="waiting.fg" fontSize="sm" fontWeight="medium">
      <chakra.span flexShrink="0">
        <Clock size={14} aria-hidden />
      </chakra.span>
      <bdi>{pendingText(pending)}</bdi>
    </Flex>
  );
}
