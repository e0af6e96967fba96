import { Input as TextInput } from '@chakra-ui/react';
import { toWesternDigits } from '#contract/money.ts';
import { FieldFrame } from './field-frame.tsx';
import { type CellProps, type InputProps, textOf, type Widget } from './widget.ts';

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <TextInput
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

function Cell({ name, row }: CellProps) {
  const phone = textOf(row[name]);
  if (phone === '') return null;
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} dir="ltr" data-number>
      {phone}
    </a>
  );
}

/** A telephone number, which a tap on a list calls. */
export const phone: Widget = { Input, Cell };
