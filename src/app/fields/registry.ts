import type { FieldKind } from '#contract/fields.ts';
import { choiceControl } from './choice.tsx';
import { dateControl } from './date.tsx';
import type { FieldControl } from './field-control.ts';
import { flagControl } from './flag.tsx';
import { listedControl } from './listed.tsx';
import { longTextControl } from './long-text.tsx';
import { methodControl } from './method.tsx';
import { moneyControl } from './money.tsx';
import { partsControl } from './parts.tsx';
import { phoneControl } from './phone.tsx';
import { photoControl } from './photo.tsx';
import { quantityControl } from './quantity.tsx';
import { referenceControl } from './reference.tsx';
import { textControl } from './text.tsx';
import { timestampControl } from './timestamp.tsx';

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
  photo: photoControl,
} satisfies Record<FieldKind, FieldControl>;
