import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { ListReading } from '#app/outbox/use-records.ts';
import { MayBeOld } from '#app/screens/form/may-be-old.tsx';
import { ReckonedFacts } from '#app/screens/form/reckoned-facts.tsx';
import { RemainsLine } from '#app/screens/form/remains-line.tsx';
import type { Values } from '#app/screens/form/values.ts';
import { formatMoney } from '#contract/money.ts';
import { copiesIn, type PayoutGround, reckonPayout } from './reckon-payout.ts';

interface PayoutNoteProps {
  readonly ground: PayoutGround;
  readonly reading: ListReading;
}

/** What the chosen book has in stock, what the copies cost, and what remains after the payment. */
export function PayoutNote({ ground, reading }: PayoutNoteProps) {
  const values = useWatch<Values>();
  const { isSubmitting } = useFormState();
  const [shown, setShown] = useState(ground);
  // While the payout is on its way the stock is less by it already: it must not be taken off twice.
  if (!isSubmitting && shown !== ground) setShown(ground);
  const { stock, copies, price, remains } = reckonPayout(shown, values);
  const short = stock !== undefined && copies !== undefined && copies > stock;
  return (
    <Flex direction="column" gap="2">
      <ReckonedFacts
        facts={[
          { label: 'In stock', value: stock === undefined ? undefined : copiesIn(stock), refused: short },
          { label: 'Price', value: price === undefined ? undefined : formatMoney(price) },
        ]}
      />
      <RemainsLine label="Remaining" amount={remains} />
      <MayBeOld reading={reading} />
    </Flex>
  );
}
