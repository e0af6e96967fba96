import type { Connection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/as-of.ts';
import { displayDay, localDay, localTime } from '#contract/days.ts';
import type { OutboxEntry } from './entry.ts';

/** From then on trouble that should pass by itself is worth a person's look (offline design, Errors). Milliseconds. */
const TOO_LONG = 60 * 60 * 1000;

/** Since when a row is on its way: since it was made, or since a person sent it again. Wall clock, milliseconds. */
export function pendingSince({ resentAt, createdAt }: OutboxEntry): number {
  return resentAt ?? createdAt;
}

/** Whether a row has been waiting for the line or the server for more than an hour. A clock that was set back says no. */
export function isOverdue(row: OutboxEntry, now: number): boolean {
  const waits =
    row.state === 'queued' || row.state === 'sending' || (row.state === 'unknown' && !row.asksPerson);
  return waits && now - pendingSince(row) > TOO_LONG;
}

/** Since when the longest of them waits, where it is too long. Wall clock, milliseconds. */
export function overdueSince(rows: readonly OutboxEntry[], now: number): number | undefined {
  const late = rows.filter((row) => isOverdue(row, now)).map(pendingSince);
  return late.length > 0 ? Math.min(...late) : undefined;
}

/** "09:12", or the day where that is not today. */
export function shortTime(since: number, now: number): string {
  const then = new Date(since);
  const day = localDay(then);
  if (day !== localDay(new Date(now))) return displayDay(day);
  return localTime(then);
}

/** Since when, and what to do about it: at the line, or at the server where that answers. */
export function overdueMessage(
  rows: readonly OutboxEntry[],
  connection: Connection,
  now: number,
): string | undefined {
  const since = overdueSince(rows, now);
  if (since === undefined) return undefined;
  const waited = `Waiting since ${asOf(since, now)}, more than an hour.`;
  return connection === 'offline'
    ? `${waited} Check this device’s Wi-Fi. If other devices are online, restart it; if none is, tell your manager that the line is down. What waits is safe here.`
    : `${waited} The line is there, but the server does not take it. Tell your manager to ask whoever looks after the server. What waits is safe here.`;
}
