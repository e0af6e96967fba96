import { NativeSelect } from '@chakra-ui/react';
import { ChoiceCell } from './cells/choice.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps, Widget } from './widget.ts';

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  const choices = frame.field.choices ?? [];
  const unknown = value !== '' && !choices.some((choice) => choice.value === value);
  return (
    <FieldFrame {...frame}>
      <NativeSelect.Root>
        <NativeSelect.Field
          ref={inputRef}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        >
          <option value="">Choose…</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
          {unknown && <option value={value}>{value}</option>}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}

/** One of a fixed list: the device's own picker, which is quickest under a thumb. */
export const choice: Widget = { Input, Cell: ChoiceCell };
