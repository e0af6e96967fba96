import Check from 'lucide-react/icons/check';
import Hourglass from 'lucide-react/icons/hourglass';
import { labelOf } from '#contract/choices.ts';
import { displayDay, effectiveDay } from '#contract/days.ts';
import type { FieldKind } from '#contract/fields.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { type CellProps, type FieldControl, textOf } from './field-control.ts';
import { textAt } from './reference-options.ts';

/** One line of text in a list. */
export function TextCell({ name, row }: CellProps) {
  return <span dir="auto">{textOf(row[name])}</span>;
}

/** One line of a longer text in a list. */
export function LongTextCell({ name, row }: CellProps) {
  const said = textOf(row[name]);
  return (
    <span dir="auto" title={said}>
      {said}
    </span>
  );
}

/** A telephone number, which a tap calls. */
export function PhoneCell({ name, row }: CellProps) {
  const phone = textOf(row[name]);
  if (phone === '') return null;
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} dir="ltr" data-number>
      {phone}
    </a>
  );
}

/** Shows an amount of money; a debt stands out, a settled one is quiet. Unreadable text is shown as it is. */
export function MoneyCell({ name, field, row }: CellProps) {
  const said = textOf(row[name]);
  if (said === '') return null;
  const amount = readPiastres(said);
  if (amount === undefined) return <bdi>{said}</bdi>;
  if (!field.balance) return <span dir="ltr">{formatMoney(amount)}</span>;
  if (amount <= 0n) {
    return (
      <span dir="ltr" data-settled>
        {formatMoney(amount)}
      </span>
    );
  }
  return (
    <span dir="ltr" data-owed>
      <Hourglass size={14} role="img" aria-label="Still owed" /> {formatMoney(amount)}
    </span>
  );
}

/** A number of copies in a list. */
export function QuantityCell({ name, row }: CellProps) {
  return <span dir="ltr">{textOf(row[name])}</span>;
}

/** The label of a choice in a list. */
export function ChoiceCell({ name, field, row }: CellProps) {
  const value = textOf(row[name]);
  return <span>{value === '' ? '' : labelOf(field.choices ?? [], value)}</span>;
}

/** The name of the record that is referred to. */
export function ReferenceCell({ name, row }: CellProps) {
  return <span dir="auto">{textAt(row, `${name}_data.name`)}</span>;
}

/** A calendar day in a list. */
export function DateCell({ name, row }: CellProps) {
  return (
    <span dir="ltr" data-number>
      {displayDay(textOf(row[name]))}
    </span>
  );
}

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

/** A tick where it is so. */
export function FlagCell({ name, field, row }: CellProps) {
  return row[name] === true ? <Check size={16} role="img" aria-label={field.label} /> : null;
}

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
} satisfies Record<FieldKind, FieldControl['Cell']>;
