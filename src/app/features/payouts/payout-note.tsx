import { Flex } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import type { ListReading } from '#app/outbox/use-records.ts';
import { MayBeOld } from '#app/screens/form/may-be-old.tsx';
import { ReckonedFacts } from '#app/screens/form/reckoned-facts.tsx';
import { RemainsLine } from '#app/screens/form/remains-line.tsx';
import type { Values } from '#app/screens/form/values.ts';
import { formatMoney } from '#contract/money.ts';
import { type PayoutGround, reckonPayout } from './reckon-payout.ts';
import { useHeldGround } from './use-held-ground.ts';

interface PayoutNoteProps {
  readonly ground: PayoutGround;
  readonly reading: ListReading;
}

/** What the copies cost, and what remains after the payment. */
export function PayoutNote({ ground, reading }: PayoutNoteProps) {
  const { price, remains } = reckonPayout(useHeldGround(ground), useWatch<Values>());
  return (
    <Flex direction="column" gap="2">
      <ReckonedFacts
        facts={[{ label: 'Price', value: price === undefined ? undefined : formatMoney(price) }]}
      />
      <RemainsLine label="Remaining" amount={remains} />
      <MayBeOld reading={reading} />
    </Flex>
  );
}
