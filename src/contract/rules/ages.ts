import { DAY_MS, type Day } from '../days.ts';

/** First and last day, counted back from today; a future day counts as today. */
export const debtAges = [
  { name: '0-30', from: 0, to: 30 },
  { name: '31-60', from: 31, to: 60 },
  { name: '61-90', from: 61, to: 90 },
  { name: 'over-90', from: 91, to: undefined },
] as const;
export type DebtAge = (typeof debtAges)[number]['name'];
export const debtAgeNames = debtAges.map(({ name }) => name);

export function debtAgeOf(days: number): DebtAge {
  return debtAges.find(({ to }) => to === undefined || days <= to)?.name ?? 'over-90';
}

export const ageInDays = (day: Day, today: Day): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS));
