import { Input as TextInput } from '@chakra-ui/react';
import { toWesternDigits } from '#contract/money.ts';
import { QuantityCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <TextInput
        ref={inputRef}
        name={name}
        value={value}
        onChange={(event) => onChange(toWesternDigits(event.target.value))}
        onBlur={onBlur}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        textAlign="end"
      />
    </FieldFrame>
  );
}

export const quantityControl: FieldControl = { Input, Cell: QuantityCell };
