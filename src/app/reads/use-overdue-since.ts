import { useEffect, useState } from 'react';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { overdueSince, shortTime } from '#app/outbox/model/overdue.ts';

/** Time between two checks, in milliseconds. */
const REFRESH_INTERVAL = 30_000;

/**
 * Returns since when an entry is overdue, in short; undefined where none is. Renders again as time passes.
 */
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
