import { type CellProps, textOf } from '../widget.ts';

/** One line of text in a list. */
export function TextCell({ name, row }: CellProps) {
  return <span dir="auto">{textOf(row[name])}</span>;
}
