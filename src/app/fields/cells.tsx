import Check from 'lucide-react/icons/check';
import Hourglass from 'lucide-react/icons/hourglass';
import { Fragment, type ReactNode } from 'react';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import { callLink } from '#app/lib/phone-links.ts';
import { useBranchList, usePaymentMethods } from '#app/reads/branch-lists.ts';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import { labelOf } from '#contract/choices.ts';
import { displayDay } from '#contract/days.ts';
import { inDigits, numberInDigits } from '#contract/digits.ts';
import type { FieldKind } from '#contract/fields.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { CASH } from '#contract/payment-methods.ts';
import { phonesIn } from '#contract/phones.ts';
import { readParts } from '#contract/plan-parts.ts';
import { type CellProps, type FieldControl, textAt, textOf } from './field-control.ts';
import { messages } from './texts.en.ts';

interface PhoneLinksProps {
  readonly text: string;
  readonly icon?: ReactNode;
}

export function PhoneLinks({ text, icon }: PhoneLinksProps) {
  const phones = phonesIn(text);
  if (phones.length === 0) return <TypedText>{text}</TypedText>;
  return phones.map((phone, index) => (
    <Fragment key={phone.written}>
      {index > 0 && ' '}
      <a href={callLink(phone.written)} dir="ltr" data-number>
        {icon}
        {icon && ' '}
        {numberInDigits(phones.length === 1 ? text : phone.written)}
      </a>
    </Fragment>
  ));
}

export function TextCell({ name, field, row }: CellProps) {
  const text = textOf(row[name]);
  return <span {...typedText(text)}>{field.isNumber ? numberInDigits(text) : text}</span>;
}

export function LongTextCell({ name, row }: CellProps) {
  const text = textOf(row[name]);
  return (
    <span {...typedText(text)} title={text}>
      {text}
    </span>
  );
}

export function PhoneCell({ name, row }: CellProps) {
  return <PhoneLinks text={textOf(row[name])} />;
}

export function MoneyCell({ name, field, row }: CellProps) {
  const text = textOf(row[name]);
  if (text === '') return null;
  const amount = readPiastres(text);
  if (amount === undefined) return <TypedText>{text}</TypedText>;
  if (!field.balance) return <span dir="ltr">{formatMoney(amount)}</span>;
  if (amount <= 0n) {
    return (
      <span dir="ltr" data-settled>
        {formatMoney(amount)}
      </span>
    );
  }
  return (
    <span data-owed>
      <Hourglass size={14} role="img" aria-label={messages.stillOwed} />{' '}
      <bdi dir="ltr">{formatMoney(amount)}</bdi>
    </span>
  );
}

export function QuantityCell({ name, row }: CellProps) {
  if (row.is_installment === true) return null;
  return <span dir="ltr">{inDigits(textOf(row[name]))}</span>;
}

export function ChoiceCell({ name, field, row }: CellProps) {
  const value = textOf(row[name]);
  return <span>{value === '' ? '' : labelOf(field.choices ?? [], value)}</span>;
}

export function ReferenceCell({ name, row }: CellProps) {
  const text = textAt(row, `${name}_data.name`);
  return <span {...typedText(text)}>{text}</span>;
}

export function DateCell({ name, row }: CellProps) {
  return (
    <span dir="ltr" data-number>
      {displayDay(textOf(row[name]))}
    </span>
  );
}

/** The custom date if present (specification, section 2). */
export function TimestampCell({ row }: CellProps) {
  const day = effectiveDayOf(row);
  return day === '' ? null : (
    <span dir="ltr" data-number>
      {displayDay(day)}
    </span>
  );
}

export function FlagCell({ name, field, row }: CellProps) {
  return row[name] === true ? <Check size={16} role="img" aria-label={field.label} /> : null;
}

export function PartsCell({ name, row }: CellProps) {
  const parts = readParts(row[name]);
  return (
    <span>{messages.parts({ count: parts.length, last: displayDay(parts.at(-1)?.due_day ?? '') })}</span>
  );
}

export function MethodCell({ name, row }: CellProps) {
  return <bdi>{usePaymentMethods().nameOf(textOf(row[name]) || CASH)}</bdi>;
}

export function ListedCell({ name, field, row }: CellProps) {
  const { nameOf } = useBranchList(field.list);
  const value = textOf(row[name]);
  return value === '' ? null : <bdi>{nameOf(value)}</bdi>;
}

export function PhotoCell({ name, row }: CellProps) {
  return textOf(row[name]) === '' ? null : <span>{messages.photo}</span>;
}

/** Separate from the controls, so that a list does not load them. */
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
  parts: PartsCell,
  method: MethodCell,
  listed: ListedCell,
  photo: PhotoCell,
} satisfies Record<FieldKind, FieldControl['Cell']>;
