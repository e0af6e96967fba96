import { type CellProps, textOf } from '../widget.ts';

/** A number of copies in a list. */
export function QuantityCell({ name, row }: CellProps) {
  return <span dir="ltr">{textOf(row[name])}</span>;
}
