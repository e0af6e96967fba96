import { FlagCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

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

/** Controls a yes/no value. */
export const flagControl: FieldControl = { Input, Cell: FlagCell };
