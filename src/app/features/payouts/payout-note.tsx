import { Flex } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { messages as appMessages } from '#app/lib/messages.ts';
import type { ListResult } from '#app/reads/use-records.ts';
import { ComputedValues } from '#app/resources/form/computed-values.tsx';
import { FormSummary } from '#app/resources/form/form-summary.tsx';
import { PaidInFull } from '#app/resources/form/paid-in-full.tsx';
import { RemainsLine } from '#app/resources/form/remains-line.tsx';
import { StaleDataNote } from '#app/resources/form/stale-data-note.tsx';
import type { Values } from '#app/resources/form/values.ts';
import { formatMoney } from '#contract/money.ts';
import { computePayout, type PayoutInputs } from './compute-payout.ts';
import { messages } from './messages.ts';
import { useFrozenInputs } from './use-frozen-inputs.ts';

interface PayoutNoteProps {
  readonly inputs: PayoutInputs;
  readonly list: ListResult;
}

/** Shows the price of the copies and the remaining amount after the payment. */
export function PayoutNote({ inputs, list }: PayoutNoteProps) {
  const { price, remaining } = computePayout(useFrozenInputs(inputs), useWatch<Values>());
  return (
    <Flex direction="column" gap="2">
      <ComputedValues
        facts={[{ label: appMessages.price, value: price === undefined ? undefined : formatMoney(price) }]}
      />
      <FormSummary>
        <RemainsLine label={messages.remaining} amount={remaining} />
      </FormSummary>
      <PaidInFull name="paid_amount" price={price} />
      <StaleDataNote reading={list} />
    </Flex>
  );
}
