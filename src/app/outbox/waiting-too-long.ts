import { useEffect, useState } from 'react';
import type { Connection } from '#app/data/connection.ts';
import { asOf } from '#app/screens/as-of.ts';
import { displayDay, localDay, localTime } from '#contract/days.ts';
import type { OutboxRow } from './outbox-row.ts';

/** From then on trouble that should pass by itself is worth a person's look (offline design, Errors). Milliseconds. */
const TOO_LONG = 60 * 60 * 1000;

/** Since when a row is on its way: since it was made, or since a person sent it again. Wall clock, milliseconds. */
export function waitingSince({ resentAt, createdAt }: OutboxRow): number {
  return resentAt ?? createdAt;
}

/** Whether a row has been waiting for the line or the server for more than an hour. A clock that was set back says no. */
export function waitsTooLong(row: OutboxRow, now: number): boolean {
  const waits =
    row.state === 'queued' || row.state === 'sending' || (row.state === 'unknown' && !row.asksPerson);
  return waits && now - waitingSince(row) > TOO_LONG;
}

/** Since when the longest of them waits, where it is too long. Wall clock, milliseconds. */
export function lateSince(rows: readonly OutboxRow[], now: number): number | undefined {
  const late = rows.filter((row) => waitsTooLong(row, now)).map(waitingSince);
  return late.length > 0 ? Math.min(...late) : undefined;
}

/** "09:12", or the day where that is not today. */
export function inShort(since: number, now: number): string {
  const then = new Date(since);
  const day = localDay(then);
  if (day !== localDay(new Date(now))) return displayDay(day);
  return localTime(then);
}

/** Since when, and what to do about it: at the line, or at the server where that answers. */
export function lateWords(
  rows: readonly OutboxRow[],
  connection: Connection,
  now: number,
): string | undefined {
  const since = lateSince(rows, now);
  if (since === undefined) return undefined;
  const waited = `Waiting since ${asOf(since, now)}, more than an hour.`;
  return connection === 'offline'
    ? `${waited} Check this device’s Wi-Fi. If other devices are online, restart it; if none is, tell your manager that the line is down. What waits is safe here.`
    : `${waited} The line is there, but the server does not take it. Tell your manager to ask whoever looks after the server. What waits is safe here.`;
}

const LOOK_EACH = 30_000;

/** Since when something has been waiting for more than an hour, as short as it can be said; undefined where nothing has. */
export function useLateSince(rows: readonly OutboxRow[]): string | undefined {
  const [now, setNow] = useState(Date.now);
  const some = rows.length > 0;
  useEffect(() => {
    if (!some) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), LOOK_EACH);
    return () => clearInterval(timer);
  }, [some]);
  const since = lateSince(rows, now);
  return since === undefined ? undefined : inShort(since, now);
}
