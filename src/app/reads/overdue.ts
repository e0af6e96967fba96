import { useEffect, useState } from 'react';
import type { Connection } from '#app/api/connection.ts';
import { asOf, dayAt, timeAt } from '#app/lib/branch-day.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { displayDay } from '#contract/days.ts';

const OVERDUE_AFTER = 60 * 60 * 1000;

/** Time of entry or of the last requeue. Wall clock, milliseconds. */
export function pendingSince({ resentAt, createdAt }: OutboxEntry): number {
  return resentAt ?? createdAt;
}

/** Waits for the connection or the server for more than an hour. False after the clock was set back. */
export function isOverdue(entry: OutboxEntry, now: number): boolean {
  const waits =
    entry.state === 'queued' || entry.state === 'sending' || (entry.state === 'unknown' && !entry.asksPerson);
  return waits && now - pendingSince(entry) > OVERDUE_AFTER;
}

/** Wall clock, milliseconds. */
export function overdueSince(entries: readonly OutboxEntry[], now: number): number | undefined {
  const overdue = entries.filter((entry) => isOverdue(entry, now)).map(pendingSince);
  return overdue.length > 0 ? Math.min(...overdue) : undefined;
}

/** "09:12", or the day if that is not today. */
export function shortTime(since: number, now: number): string {
  const day = dayAt(since);
  return day === dayAt(now) ? timeAt(since) : displayDay(day);
}

export function overdueMessage(
  entries: readonly OutboxEntry[],
  connection: Connection,
  now: number,
): string | undefined {
  const since = overdueSince(entries, now);
  if (since === undefined) return undefined;
  const values = { since: asOf(since, now) };
  return connection === 'offline' ? messages.overdueOffline(values) : messages.overdueOnline(values);
}

const REFRESH_INTERVAL = 30_000;

export function useOverdueSince(entries: readonly OutboxEntry[]): string | undefined {
  const [now, setNow] = useState(Date.now);
  const hasEntries = entries.length > 0;
  useEffect(() => {
    if (!hasEntries) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), REFRESH_INTERVAL);
    return () => clearInterval(timer);
  }, [hasEntries]);
  const since = overdueSince(entries, now);
  return since === undefined ? undefined : shortTime(since, now);
}
