import type { IdOf } from './messages.ts';
import { choiceTexts } from './texts/choices.en.ts';
import { formats } from './texts/formats.en.ts';

export type Choices = readonly { readonly value: string; readonly label: string }[];

export function choices(list: IdOf<typeof choiceTexts>): Choices {
  const labels = (): Readonly<Record<string, string>> => choiceTexts[list];
  return Object.keys(labels()).map((value) => ({
    value,
    get label() {
      return labels()[value] ?? value;
    },
  }));
}

const MONTHS = [1, 2, 3, 4, 6, 8, 12];

export const levels: Choices = Array.from({ length: 18 }, (_, index) => ({
  value: String(index + 1),
  get label() {
    return formats.level({ level: index + 1 });
  },
}));

export const subjects = choices('subjects');

export const services = choices('services');

export const transportations = choices('transportations');

export const reminderChannels = choices('reminderChannels');

/** Months of an enrolment (specification, section 3; decision 9). */
export const periods: Choices = MONTHS.map((months) => ({
  value: String(months),
  get label() {
    return formats.months({ count: months });
  },
}));

export function labelOf(list: Choices, value: string): string {
  return list.find((choice) => choice.value === value)?.label ?? value;
}
