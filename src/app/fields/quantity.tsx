import { Input as TextInput } from '@chakra-ui/react';
import { numberInput } from '#app/lib/typed-digits.ts';
import { toLatinNumber } from '#contract/money.ts';
import { QuantityCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <TextInput
        ref={inputRef}
        name={name}
        onChange={(event) => onChange(toLatinNumber(event.target.value))}
        onBlur={onBlur}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        textAlign="end"
        {...numberInput(value, 'amount')}
      />
    </FieldFrame>
  );
}

export const quantityControl: FieldControl = { Input, Cell: QuantityCell };
