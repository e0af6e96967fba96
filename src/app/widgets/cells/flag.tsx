import Check from 'lucide-react/icons/check';
import type { CellProps } from '../widget.ts';

/** A tick where it is so. */
export function FlagCell({ name, field, row }: CellProps) {
  return row[name] === true ? <Check size={16} role="img" aria-label={field.label} /> : null;
}
