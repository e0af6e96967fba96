import { TextInput } from '#app/ui/field.tsx';
import { toWesternDigits } from '#contract/money.ts';
import { PhoneCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

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

/** Controls a telephone number. */
export const phoneControl: FieldControl = { Input, Cell: PhoneCell };
