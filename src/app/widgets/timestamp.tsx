import { displayDay, effectiveDay } from '#contract/days.ts';
import { FieldFrame } from './field-frame.tsx';
import { type CellProps, type InputProps, textOf, type Widget } from './widget.ts';

function Input({ value, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <output>{displayDay(value)}</output>
    </FieldFrame>
  );
}

/** The day a record counts on: its custom date where it has one (specification, section 2). */
function Cell({ name, row }: CellProps) {
  const stamped = textOf(row[name]);
  if (stamped === '') return null;
  return (
    <span dir="ltr" data-number>
      {displayDay(effectiveDay({ custom_date: textOf(row.custom_date) || null, created_at: stamped }))}
    </span>
  );
}

/** An instant that the server stamps; people only read it. */
export const timestamp: Widget = { Input, Cell };
