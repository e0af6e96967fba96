import { chakra, Field, Flex, Input, InputGroup } from '@chakra-ui/react';
import { useRef } from 'react';
import { formatTypedAmount } from '#app/fields/money.tsx';
import { messages as fieldMessages } from '#app/fields/texts.en.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { formatMoney, type Piastres, parseTypedAmount, toLatinNumber } from '#contract/money.ts';
import { messages } from './texts.en.ts';

/** What goes back to the payer, in piastres; 0 until more than the sum was handed over. */
export function changeOf(given: string | undefined, total: Piastres): Piastres {
  const handed = parseTypedAmount(given ?? '');
  return handed === undefined || total === 0n || handed < total ? 0n : handed - total;
}

interface ChangeProps {
  /** As typed; undefined while nobody asked for the change. */
  readonly given: string | undefined;
  /** Paid in cash, in piastres. */
  readonly total: Piastres;
  readonly disabled: boolean;
  readonly onChange: (given: string | undefined) => void;
}

/** Helps to count: neither is stored. */
export function Change({ given = '', total, disabled, onChange }: ChangeProps) {
  const focused = useRef(false);
  const handed = parseTypedAmount(given);
  const missing = handed !== undefined && handed < total ? total - handed : 0n;
  const change = changeOf(given, total);
  return (
    <Field.Root disabled={disabled}>
      <Field.Label>{messages.handedOver}</Field.Label>
      <Flex gap="3" width="full" align="center" wrap="wrap">
        <InputGroup
          width="9rem"
          flexShrink="0"
          startElement={<chakra.span color="fg.muted">{fieldMessages.currency}</chakra.span>}
          dir="ltr"
        >
          <Input
            ref={(input) => {
              if (!input || focused.current) return;
              focused.current = true;
              if (given === '') input.focus();
            }}
            name="handed_over"
            {...numberInput(given, 'amount')}
            onChange={({ target }) => onChange(toLatinNumber(target.value))}
            onBlur={() => given === '' || onChange(formatTypedAmount(given))}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            textAlign="end"
          />
        </InputGroup>
        <chakra.p
          role="status"
          fontWeight="semibold"
          whiteSpace="nowrap"
          color={missing > 0n ? 'waiting.fg' : undefined}
        >
          {missing > 0n && messages.stillMissing({ amount: formatMoney(missing) })}
          {change > 0n && messages.giveBack({ amount: formatMoney(change) })}
        </chakra.p>
      </Flex>
    </Field.Root>
  );
}
