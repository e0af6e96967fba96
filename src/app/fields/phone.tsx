import { Input } from '@chakra-ui/react';
import { toWesternDigits } from '#contract/money.ts';
import { PhoneCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function PhoneInput({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <Input
        ref={inputRef}
        type="tel"
        inputMode="tel"
        name={name}
        value={value}
        onChange={(event) => onChange(toWesternDigits(event.target.value))}
        onBlur={onBlur}
        dir="ltr"
        autoComplete="off"
      />
    </FieldFrame>
  );
}

export const phoneControl: FieldControl = { Input: PhoneInput, Cell: PhoneCell };
