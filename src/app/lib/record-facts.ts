import { effectiveDayOf } from '#app/lib/branch-day.ts';
import { isSameValue } from '#contract/change.ts';
import { labelOf } from '#contract/choices.ts';
import { displayDay } from '#contract/days.ts';
import { type Draft, fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import { inDigits, numberInDigits } from '#contract/digits.ts';
import type { Field } from '#contract/fields.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { messages } from './texts.en.ts';

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly before?: string;
}

/** '' if it is empty. */
export function valueText(field: Field, name: string, record: Draft): string {
  const value = record[name];
  if (field.kind === 'flag') {
    if (value === undefined || value === null || value === '') return '';
    return value === true || value === 'true' ? messages.yes : messages.no;
  }
  if (typeof value !== 'string' || value === '') return '';
  const amount = field.kind === 'money' ? readPiastres(value) : undefined;
  if (amount !== undefined) return formatMoney(amount);
  if (field.kind === 'choice') return labelOf(field.choices ?? [], value);
  if (field.kind === 'reference') return nameIn(record, name) ?? value;
  if (field.kind === 'date') return displayDay(value);
  if (field.kind === 'quantity') return inDigits(value);
  return field.kind === 'phone' || field.isNumber ? numberInDigits(value) : value;
}

/** They tell a record from all others: student or other references, receipt, amount and day. */
export function recordFacts(resource: Resource, record: Draft): Fact[] {
  const { fields } = formOf(resource, record);
  const money = resource.cash?.field ?? Object.keys(fields).find((name) => fields[name]?.kind === 'money');
  const references = Object.keys(resource.fields).filter(
    (name) => resource.fields[name]?.kind === 'reference' && nameIn(record, name) !== undefined,
  );
  const facts = [...references, 'receipt_number', money ?? ''].flatMap((name) => {
    const field = fieldOf(resource, name);
    const value = field && valueText(field, name, record);
    return field && value ? [{ label: field.label, value }] : [];
  });
  const day = effectiveDayOf(record);
  return day === '' ? facts : [...facts, { label: messages.day, value: displayDay(day) }];
}

export function changeFacts(resource: Resource, before: Draft, after: Draft): Fact[] {
  return Object.entries(formOf(resource, before).fields).flatMap(([name, field]) => {
    if (after[name] === undefined || isSameValue(field, before[name], after[name])) return [];
    const [was, becomes] = [before, after].map(
      (record) => valueText(field, name, record) || messages.nothing,
    );
    return [{ label: field.label, value: becomes ?? '', before: was ?? '' }];
  });
}
