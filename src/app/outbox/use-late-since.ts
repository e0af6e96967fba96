import { useEffect, useState } from 'react';
import type { OutboxRow } from './outbox-row.ts';
import { inShort, lateSince } from './waiting-too-long.ts';

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
