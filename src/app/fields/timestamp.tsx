import { dayAt } from '#app/lib/branch-day.ts';
import { displayDay } from '#contract/days.ts';
import { TimestampCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';

function Input({ value, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <output>{displayDay(dayAt(value))}</output>
    </FieldFrame>
  );
}

export const timestampControl: FieldControl = { Input, Cell: TimestampCell };
