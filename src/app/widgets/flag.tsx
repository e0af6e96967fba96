import Check from 'lucide-react/icons/check';
import { FieldFrame } from './field-frame.tsx';
import type { CellProps, InputProps, Widget } from './widget.ts';

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

function Cell({ name, field, row }: CellProps) {
  return row[name] === true ? <Check size={16} role="img" aria-label={field.label} /> : null;
}

/** Yes or no. */
export const flag: Widget = { Input, Cell };
