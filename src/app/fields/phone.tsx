import { Input } from '@chakra-ui/react';
import { numberInput } from '#app/lib/typed-digits.ts';
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
        onChange={(event) => onChange(toWesternDigits(event.target.value))}
        onBlur={onBlur}
        dir="ltr"
        autoComplete="off"
        {...numberInput(value, 'code')}
      />
    </FieldFrame>
  );
}

export const phoneControl: FieldControl = { Input: PhoneInput, Cell: PhoneCell };
