import type { IdOf } from './messages.ts';
import { choiceTexts } from './texts/choices.en.ts';
import { formats } from './texts/formats.en.ts';

export type Choices = readonly { readonly value: string; readonly label: string }[];

/** Returns the choices of a list; their labels follow the language. */
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

/** Lists Level 1 to Level 18 (specification, section 3). */
export const levels: Choices = Array.from({ length: 18 }, (_, index) => ({
  value: String(index + 1),
  get label() {
    return formats.level({ level: index + 1 });
  },
}));

/** Lists the subjects of books (specification, section 3). */
export const subjects = choices('subjects');

/** Lists the service or course types of books (specification, section 3; decision 9). */
export const services = choices('services');

/** Lists the types of transportation to the branch (specification, section 3). */
export const transportations = choices('transportations');

/** Lists the ways to remind somebody of a debt. */
export const reminderChannels = choices('reminderChannels');

/** Lists the durations of an enrolment in months (specification, section 3; decision 9). */
export const periods: Choices = MONTHS.map((months) => ({
  value: String(months),
  get label() {
    return formats.months({ count: months });
  },
}));

/** Returns the label of a value, or the value itself if this build does not know it. */
export function labelOf(list: Choices, value: string): string {
  return list.find((choice) => choice.value === value)?.label ?? value;
}
