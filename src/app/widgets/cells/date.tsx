import { displayDay } from '#contract/days.ts';
import { type CellProps, textOf } from '../widget.ts';

/** A calendar day in a list. */
export function DateCell({ name, row }: CellProps) {
  return (
    <span dir="ltr" data-number>
      {displayDay(textOf(row[name]))}
    </span>
  );
}
