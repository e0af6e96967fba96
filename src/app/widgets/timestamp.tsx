import { displayDay } from '#contract/days.ts';
import { TimestampCell } from './cells.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps, Widget } from './widget.ts';

function Input({ value, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <output>{displayDay(value)}</output>
    </FieldFrame>
  );
}

/** An instant that the server stamps; people only read it. */
export const timestamp: Widget = { Input, Cell: TimestampCell };
