import { type CellProps, textOf } from '../widget.ts';

/** One line of a longer text in a list. */
export function LongTextCell({ name, row }: CellProps) {
  const said = textOf(row[name]);
  return (
    <span dir="auto" title={said}>
      {said}
    </span>
  );
}
