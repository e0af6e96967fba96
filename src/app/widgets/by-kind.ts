import type { FieldKind } from '#contract/fields.ts';
import { choice } from './choice.tsx';
import { date } from './date.tsx';
import { flag } from './flag.tsx';
import { longText } from './long-text.tsx';
import { money } from './money.tsx';
import { phone } from './phone.tsx';
import { quantity } from './quantity.tsx';
import { reference } from './reference.tsx';
import { text } from './text.tsx';
import { timestamp } from './timestamp.tsx';
import type { Widget } from './widget.ts';

/** The widget of every kind of field. */
export const widgets = {
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
} satisfies Record<FieldKind, Widget>;
