import { Input as TextInput } from '@chakra-ui/react';
import { FieldFrame } from './field-frame.tsx';
import { type CellProps, type InputProps, textOf, type Widget } from './widget.ts';

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

function Cell({ name, row }: CellProps) {
  return <span dir="auto">{textOf(row[name])}</span>;
}

/** One line of text. */
export const text: Widget = { Input, Cell };
