import { useEffect, useRef } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { requiresUserAction } from '#app/outbox/model/entry.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { messages } from './texts.en.ts';

export function SentNotice() {
  const offline = useConnection() === 'offline';
  const { rows: entries } = useOutbox();
  const kept = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (offline) {
      kept.current = new Set(entries.filter((entry) => !requiresUserAction(entry)).map(({ id }) => id));
      return;
    }
    if (kept.current.size === 0) return;
    const left = entries.filter(({ id }) => kept.current.has(id));
    if (left.some((entry) => !requiresUserAction(entry))) return;
    const count = kept.current.size - left.length;
    kept.current = new Set();
    if (count > 0) notify(messages.entriesSent({ count }));
  }, [entries, offline]);
  return null;
}
