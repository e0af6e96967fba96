import type { Month } from '#contract/month.ts';

const calendarMonth = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/**
 * Returns the name of the calendar month for a new month (decision 43), or of the one after it if that name
 * is taken; "" if both are.
 * @param months the newest months of the branch
 * @param today in the time zone of the device
 */
export function suggestedName(months: readonly Pick<Month, 'name'>[], today: Date): string {
  const names = [0, 1].map((later) =>
    calendarMonth.format(new Date(today.getFullYear(), today.getMonth() + later, 1)),
  );
  const isTaken = (name: string) =>
    months.some((month) => month.name.trim().toLowerCase() === name.toLowerCase());
  return names.find((name) => !isTaken(name)) ?? '';
}
