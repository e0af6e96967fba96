import { displayDay, effectiveDay } from '#contract/days.ts';
import { type CellProps, textOf } from '../widget.ts';

/** The day a record counts on: its custom date where it has one (specification, section 2). */
export function TimestampCell({ name, row }: CellProps) {
  const stamped = textOf(row[name]);
  if (stamped === '') return null;
  return (
    <span dir="ltr" data-number>
      {displayDay(effectiveDay({ custom_date: textOf(row.custom_date) || null, created_at: stamped }))}
    </span>
  );
}
