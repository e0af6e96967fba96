import { Box, chakra, Flex } from '@chakra-ui/react';
import { useLayoutEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { optionalMoney } from '#contract/fields.ts';
import { formatMoney, type Piastres, parseTypedAmount } from '#contract/money.ts';
import { HANDED_OVER } from './payment-values.ts';
import { messages } from './texts.en.ts';

export function changeOf(given: string, total: Piastres): Piastres {
  const handed = parseTypedAmount(given);
  return handed === undefined || total === 0n || handed < total ? 0n : handed - total;
}

const handedOver = optionalMoney(() => messages.handedOver);

/** Helps to count; it is not sent. */
export function Change({ total }: { readonly total: Piastres }) {
  const box = useRef<HTMLDivElement>(null);
  const given = textOf(useWatch<Values>({ name: HANDED_OVER }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was asked for
  useLayoutEffect(() => {
    if (given === '') box.current?.querySelector('input')?.focus();
  }, []);
  const handed = parseTypedAmount(given);
  const missing = handed !== undefined && handed < total ? total - handed : 0n;
  const change = changeOf(given, total);
  return (
    <Flex ref={box} columnGap="3" width="full" align="end" wrap="wrap">
      <Box width="9rem" flexShrink="0">
        <FieldInput name={HANDED_OVER} field={handedOver} />
      </Box>
      <chakra.p
        role="status"
        fontWeight="semibold"
        whiteSpace="nowrap"
        minHeight="target"
        alignContent="center"
        color={missing > 0n ? 'waiting.fg' : undefined}
      >
        {missing > 0n && messages.stillMissing({ amount: formatMoney(missing) })}
        {change > 0n && messages.giveBack({ amount: formatMoney(change) })}
      </chakra.p>
    </Flex>
  );
}
