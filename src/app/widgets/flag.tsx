import { FlagCell } from './cells.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps, Widget } from './widget.ts';

function Input({ value, onChange, onBlur, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <input
        type="checkbox"
        checked={value === 'true'}
        onChange={(event) => onChange(String(event.target.checked))}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}

/** Yes or no. */
export const flag: Widget = { Input, Cell: FlagCell };
