import { chakra, Flex } from '@chakra-ui/react';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { mostPayable } from '#contract/rules/payable.ts';
import { LiveRegion } from './live-region.tsx';
import { messages } from './texts.en.ts';

interface RemainsLineProps {
  readonly label: string;
  /** In piastres; negative if too much is paid, undefined if it cannot be computed. */
  readonly amount: Piastres | undefined;
}

/** Renders a remaining amount that changes while typing, and announces it. */
export function RemainsLine({ label, amount }: RemainsLineProps) {
  const more = amount === undefined ? 0n : mostPayable(amount);
  const tooMuch = more < 0n ? messages.tooMuch({ amount: formatMoney(-more) }) : undefined;
  const shown = amount === undefined ? '' : formatMoney(amount);
  const tone = tooMuch ? 'refused' : amount !== undefined && amount > 0n ? 'waiting' : 'settled';

  return (
    <Flex
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
      {tooMuch ? (
        <chakra.span fontWeight="bold">{tooMuch}</chakra.span>
      ) : (
        <>
          <span>{label}</span>
          <chakra.span dir="ltr" fontSize="lg" fontWeight="bold" whiteSpace="nowrap">
            {shown || '–'}
          </chakra.span>
        </>
      )}
      <LiveRegion text={tooMuch ?? (shown && `${label}: ${shown}`)} />
    </Flex>
  );
}
