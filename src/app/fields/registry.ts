import type { FieldKind } from '#contract/fields.ts';
import { choice } from './choice.tsx';
import { date } from './date.tsx';
import type { FieldControl } from './field-control.ts';
import { flag } from './flag.tsx';
import { longText } from './long-text.tsx';
import { money } from './money.tsx';
import { phone } from './phone.tsx';
import { quantity } from './quantity.tsx';
import { reference } from './reference.tsx';
import { text } from './text.tsx';
import { timestamp } from './timestamp.tsx';

/** Maps each field kind to its control. */
export const fieldControls = {
  text,
  'long-text': longText,
  phone,
  money,
  quantity,
  choice,
  reference,
  date,
  timestamp,
  flag,
} satisfies Record<FieldKind, FieldControl>;
