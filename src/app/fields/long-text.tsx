import { Textarea } from '@chakra-ui/react';
import { LongTextCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <Textarea
        ref={inputRef}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        dir="auto"
        rows={3}
      />
    </FieldFrame>
  );
}

export const longTextControl: FieldControl = { Input, Cell: LongTextCell };
