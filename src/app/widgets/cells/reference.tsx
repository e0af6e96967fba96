import { textAt } from '../reference-options.ts';
import type { CellProps } from '../widget.ts';

/** The name of the record that is referred to. */
export function ReferenceCell({ name, row }: CellProps) {
  return <span dir="auto">{textAt(row, `${name}_data.name`)}</span>;
}
