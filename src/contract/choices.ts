import { defineMessages, plural, withTranslations } from './messages.ts';

export type Choices = readonly { readonly value: string; readonly label: string }[];

/** Returns choices whose labels follow the language. */
export const choices = (labels: Record<string, string>): Choices =>
  Object.entries(labels).map(([value, label]) => withTranslations({ value, label }, ['label']));

/** Holds the labels of numbered choices. */
export const choiceMessages = defineMessages('choices', {
  level: ({ level }: { level: number }) => `Level ${level}`,
  months: ({ count }: { count: number }) => plural(count, { one: '# Month', other: '# Months' }),
});

const MONTHS = [1, 2, 3, 4, 6, 8, 12];

/** Lists Level 1 to Level 18 (specification, section 3). */
export const levels: Choices = Array.from({ length: 18 }, (_, index) => ({
  value: String(index + 1),
  get label() {
    return choiceMessages.level({ level: index + 1 });
  },
}));

/** Lists the subjects of books (specification, section 3). */
export const subjects = choices({
  english: 'English',
  arabic: 'Arabic',
  math: 'Math',
  german: 'German',
  french: 'French',
});

/** Lists the service or course types of books (specification, section 3; decision 9). */
export const services = choices({
  home_schooling: 'Home Schooling',
  nursery: 'Nursery',
  summer_course: 'Summer Course',
  adult_courses: 'Adult Courses',
  kids_courses: 'Kids Courses',
});

/** Lists the types of transportation to the branch (specification, section 3). */
export const transportations = choices({ outside_bus: 'Outside Bus', parent: 'Parent', our_bus: 'Our Bus' });

/** Lists the ways to remind somebody of a debt. */
export const reminderChannels = choices({ call: 'Call', whatsapp: 'WhatsApp', in_person: 'In Person' });

/** Lists the durations of an enrolment in months (specification, section 3; decision 9). */
export const periods: Choices = MONTHS.map((months) => ({
  value: String(months),
  get label() {
    return choiceMessages.months({ count: months });
  },
}));

/** Returns the label of a value, or the value itself if this build does not know it. */
export function labelOf(list: Choices, value: string): string {
  return list.find((choice) => choice.value === value)?.label ?? value;
}
