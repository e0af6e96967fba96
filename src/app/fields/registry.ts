import { optionalComponent } from '#app/ui/optional-component.tsx';
import type { FieldKind } from '#contract/fields.ts';
import { PhotoCell } from './cells.tsx';
import { choiceControl, flagControl, listedControl, methodControl } from './choice.tsx';
import { dateControl } from './date.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { partsControl } from './parts.tsx';
import { referenceControl } from './reference.tsx';
import {
  longTextControl,
  moneyControl,
  phoneControl,
  quantityControl,
  textControl,
  timestampControl,
} from './text-inputs.tsx';

const PhotoInput = optionalComponent<InputProps>(async () => (await import('./photo-input.tsx')).PhotoInput);

export const fieldControls = {
  text: textControl,
  'long-text': longTextControl,
  phone: phoneControl,
  money: moneyControl,
  quantity: quantityControl,
  choice: choiceControl,
  reference: referenceControl,
  date: dateControl,
  timestamp: timestampControl,
  flag: flagControl,
  parts: partsControl,
  method: methodControl,
  listed: listedControl,
  photo: { Input: PhotoInput, Cell: PhotoCell },
} satisfies Record<FieldKind, FieldControl>;
