import type { FieldKind } from '#contract/fields.ts';
import type { Widget } from '../widget.ts';
import { ChoiceCell } from './choice.tsx';
import { DateCell } from './date.tsx';
import { FlagCell } from './flag.tsx';
import { LongTextCell } from './long-text.tsx';
import { MoneyCell } from './money.tsx';
import { PhoneCell } from './phone.tsx';
import { QuantityCell } from './quantity.tsx';
import { ReferenceCell } from './reference.tsx';
import { TextCell } from './text.tsx';
import { TimestampCell } from './timestamp.tsx';

/** How every kind of field is shown. Apart from how it is written: a list loads no controls. */
export const cells = {
  text: TextCell,
  'long-text': LongTextCell,
  phone: PhoneCell,
  money: MoneyCell,
  quantity: QuantityCell,
  choice: ChoiceCell,
  reference: ReferenceCell,
  date: DateCell,
  timestamp: TimestampCell,
  flag: FlagCell,
} satisfies Record<FieldKind, Widget['Cell']>;
