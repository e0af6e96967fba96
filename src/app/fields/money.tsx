import { chakra, InputGroup, Input as TextInput } from '@chakra-ui/react';
import { numberInput } from '#app/lib/typed-digits.ts';
import { formatGrouped, parseTypedAmount, toLatinNumber } from '#contract/money.ts';
import { MoneyCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { messages } from './texts.en.ts';

/** Adds thousands separators and two decimals; unreadable text stays unchanged. */
export function formatTypedAmount(typed: string): string {
  const amount = parseTypedAmount(typed);
  return amount === undefined ? typed : formatGrouped(amount);
}

function Input({ name, value, onChange, onBlur, inputRef, hasKeypad, ...frame }: InputProps) {
  const formatOnBlur = () => {
    const formatted = formatTypedAmount(value);
    if (formatted !== value) onChange(formatted);
    onBlur();
  };
  return (
    <FieldFrame {...frame}>
      <InputGroup startElement={<chakra.span color="fg.muted">{messages.currency}</chakra.span>} dir="ltr">
        <TextInput
          ref={inputRef}
          name={name}
          onChange={(event) => onChange(toLatinNumber(event.target.value))}
          onBlur={formatOnBlur}
          inputMode={hasKeypad ? 'none' : 'decimal'}
          autoComplete="off"
          dir="ltr"
          textAlign="end"
          {...numberInput(value, 'amount')}
        />
      </InputGroup>
    </FieldFrame>
  );
}

export const moneyControl: FieldControl = { Input, Cell: MoneyCell };
