import { useEffect, useRef } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { requiresUserAction } from '#app/outbox/model/entry.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { messages } from './messages.ts';

/** Says what was sent of the entries that waited for the connection, once none of them waits any more. */
export function SentNotice() {
  const offline = useConnection() === 'offline';
  const { rows: entries } = useOutbox();
  const kept = useRef<readonly string[]>([]);
  useEffect(() => {
    if (offline) {
      kept.current = entries.filter((entry) => !requiresUserAction(entry)).map(({ id }) => id);
      return;
    }
    const left = entries.filter(({ id }) => kept.current.includes(id));
    if (kept.current.length === 0 || left.some((entry) => !requiresUserAction(entry))) return;
    const count = kept.current.length - left.length;
    kept.current = [];
    if (count > 0) notify(messages.entriesSent({ count }));
  }, [entries, offline]);
  return null;
}
