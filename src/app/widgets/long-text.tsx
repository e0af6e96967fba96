import { Textarea } from '@chakra-ui/react';
import { FieldFrame } from './field-frame.tsx';
import { type CellProps, type InputProps, textOf, type Widget } from './widget.ts';

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

function Cell({ name, row }: CellProps) {
  const said = textOf(row[name]);
  return (
    <span dir="auto" title={said}>
      {said}
    </span>
  );
}

/** Several lines of text; one line of it in a list. */
export const longText: Widget = { Input, Cell };
