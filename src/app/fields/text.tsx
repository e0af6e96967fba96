import { Input } from '@chakra-ui/react';
import { toWesternDigits } from '#contract/money.ts';
import { TextCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function TextInput({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  // A receipt's number is a number that several write.
  const isNumber = frame.field.warnIfDuplicate;
  return (
    <FieldFrame {...frame}>
      <Input
        ref={inputRef}
        name={name}
        value={value}
        onChange={({ target }) => onChange(isNumber ? toWesternDigits(target.value) : target.value)}
        data-digits={isNumber}
        onBlur={onBlur}
        dir="auto"
        autoComplete="off"
      />
    </FieldFrame>
  );
}

export const textControl: FieldControl = { Input: TextInput, Cell: TextCell };
