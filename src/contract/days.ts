/** A calendar day as the wire has it: yyyy-MM-dd. It has no time zone. */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a day that exists in the calendar, written yyyy-MM-dd. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match || text < '1900-01-01') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The day of an instant in UTC. */
export function utcDay(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

const two = (value: number) => String(value).padStart(2, '0');

/** What a person's own clock shows (the device's time zone), as "14:05". By hand: a slow device takes 20 ms to load its locales. */
export const localTime = (instant: Date): string => `${two(instant.getHours())}:${two(instant.getMinutes())}`;

/** The day a person's own clock shows (the device's time zone): what "today" means at the desk. */
export function localDay(instant: Date): Day {
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** Shows a day or an ISO instant as day/month/year in UTC without zero padding (specification, section 2). */
export function displayDay(dayOrInstant: string): string {
  const date = new Date(dayOrInstant);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`;
}

/** The day a record counts on: custom_date if present, else created_at (decision 8). */
export function effectiveDay(record: { custom_date?: string | null; created_at: string }): Day {
  return record.custom_date || utcDay(new Date(record.created_at));
}
