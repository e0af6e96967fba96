import { Flex, Input } from '@chakra-ui/react';
import { useId } from 'react';
import { numberInput } from '#app/lib/typed-digits.ts';
import { toWesternDigits } from '#contract/money.ts';
import { TextCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function TextInput({ name, value, onChange, onBlur, inputRef, suggestions, action, ...frame }: InputProps) {
  const list = useId();
  const { isNumber } = frame.field;
  const input = (
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
  );
  return (
    <FieldFrame {...frame}>
      {action ? (
        <Flex gap="2" width="full">
          {input}
          {action}
        </Flex>
      ) : (
        input
      )}
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
