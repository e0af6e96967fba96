import { Input as TextInput } from '@chakra-ui/react';
import { TextCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <TextInput
        ref={inputRef}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        dir="auto"
        autoComplete="off"
      />
    </FieldFrame>
  );
}

/** Controls one line of text. */
export const textControl: FieldControl = { Input, Cell: TextCell };
