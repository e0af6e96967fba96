import { Input } from '@chakra-ui/react';
import { useId } from 'react';
import { numberInput } from '#app/lib/typed-digits.ts';
import { toWesternDigits } from '#contract/money.ts';
import { TextCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function TextInput({ name, value, onChange, onBlur, inputRef, suggestions, ...frame }: InputProps) {
  const list = useId();
  const { isNumber } = frame.field;
  return (
    <FieldFrame {...frame}>
      <Input
        ref={inputRef}
        name={name}
        onChange={({ target }) => onChange(isNumber ? toWesternDigits(target.value) : target.value)}
        onBlur={onBlur}
        dir="auto"
        autoComplete="off"
        list={suggestions && list}
        {...(isNumber ? numberInput(value, 'code') : { value })}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </FieldFrame>
  );
}

export const textControl: FieldControl = { Input: TextInput, Cell: TextCell };
