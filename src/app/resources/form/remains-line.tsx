import { chakra, Flex } from '@chakra-ui/react';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { LiveRegion } from './live-region.tsx';
import { messages } from './messages.ts';

interface RemainsLineProps {
  readonly label: string;
  /** Label for an amount below zero. */
  readonly over?: string;
  /** In piastres; undefined if it cannot be computed. */
  readonly amount: Piastres | undefined;
}

/** Renders a remaining amount that changes while typing, and announces it. */
export function RemainsLine({ label, over = messages.overpaid, amount }: RemainsLineProps) {
  const below = amount !== undefined && amount < 0n;
  const text = below ? over : label;
  const shown = amount === undefined ? '' : formatMoney(below ? -amount : amount);
  const tone = below ? 'refused' : amount !== undefined && amount > 0n ? 'waiting' : 'settled';

  return (
    <Flex
      gridColumn="1 / -1"
      align="center"
      justify="space-between"
      gap="3"
      minHeight="12"
      paddingInline="4"
      paddingBlock="2"
      lineHeight="tight"
      borderRadius="md"
      background={shown === '' ? 'bg.subtle' : `${tone}.soft`}
      color={shown === '' ? 'fg.muted' : `${tone}.fg`}
    >
      <span>{text}</span>
      <chakra.span dir="ltr" fontSize="lg" fontWeight="bold" whiteSpace="nowrap">
        {shown === '' ? '–' : shown}
      </chakra.span>
      <LiveRegion text={shown === '' ? '' : `${text}: ${shown}`} />
    </Flex>
  );
}
