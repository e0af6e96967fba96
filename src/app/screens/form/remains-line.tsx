import { chakra, Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { formatMoney, type Piastres } from '#contract/money.ts';

const SETTLE_MS = 700;

/** The text as it was a moment after it last changed, so that it is read out once and not at every key. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface RemainsLineProps {
  readonly label: string;
  /** The words in the label's place where the amount is below zero. */
  readonly over?: string;
  /** In piastres; undefined while it can't be worked out. */
  readonly amount: Piastres | undefined;
}

/** What remains, worked out while typing and read out politely. */
export function RemainsLine({ label, over = 'More is paid than the price, by', amount }: RemainsLineProps) {
  const below = amount !== undefined && amount < 0n;
  const said = below ? over : label;
  const shown = amount === undefined ? '' : formatMoney(below ? -amount : amount);
  const settled = useSettled(shown === '' ? '' : `${said}: ${shown}`);
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
      <span>{said}</span>
      <chakra.span dir="ltr" fontSize="lg" fontWeight="bold" whiteSpace="nowrap">
        {shown === '' ? '–' : shown}
      </chakra.span>
      <chakra.output srOnly>{settled}</chakra.output>
    </Flex>
  );
}
