import { useState } from 'react';
import { vi } from 'vitest';
import { fieldControls } from '#app/fields/registry.ts';
import type { Field } from '#contract/fields.ts';
import { renderStyled } from '../render.tsx';

interface HolderProps {
  readonly field: Field;
  readonly start: string;
  readonly error?: string;
  readonly onValue: (value: string) => void;
}

function Holder({ field, start, error, onValue }: HolderProps) {
  const [value, setValue] = useState(start);
  const { Input } = fieldControls[field.kind];
  const change = (next: string) => {
    setValue(next);
    onValue(next);
  };
  return (
    <Input name="it" field={field} value={value} onChange={change} onBlur={() => undefined} error={error} />
  );
}

export function showField(field: Field, start = '', error?: string) {
  const onValue = vi.fn<(value: string) => void>();
  renderStyled(<Holder field={field} start={start} error={error} onValue={onValue} />);
  return { value: () => onValue.mock.lastCall?.[0] };
}
