import { useEffect, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { blockReload } from '#app/lib/update-guard.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { requestPersistentStorage } from '#app/outbox/store/persistent-storage.ts';
import { useOutboxSelector } from '#app/reads/use-outbox.ts';

/** A row that keeps failing must not put a new version off for ever: it may be what mends it. */
const PATIENCE = 5;
/** A line that is gone for so long is not coming back at once (milliseconds; longer than the host is asked again for). */
const GONE_FOR = 10_000;

function isUnderWay({ state, attempts, asksPerson }: OutboxEntry): boolean {
  if (attempts > PATIENCE || asksPerson) return false;
  return state === 'sending' || (attempts > 0 && (state === 'queued' || state === 'unknown'));
}

/** True at once, false only after it was so for a while (milliseconds). */
function useLingering(now: boolean, lingers: number): boolean {
  const [held, setHeld] = useState(now);
  useEffect(() => {
    if (now) {
      setHeld(true);
      return;
    }
    const timer = setTimeout(() => setHeld(false), lingers);
    return () => clearTimeout(timer);
  }, [now, lingers]);
  return now || held;
}

/**
 * What unsent work asks of the frame; beside it, so that the frame is not drawn anew for it. A row that is tried again and again on a
 * bad line is under way all the time, also between two tries: the offer of a new version waits for its end.
 */
export function OutboxEffects() {
  const sending = useOutboxSelector((outbox) => outbox.sending > 0);
  const tried = useOutboxSelector(({ rows }) => rows.some(isUnderWay));
  const hasSomething = useOutboxSelector(({ rows }) => rows.length > 0);
  const offline = useConnection() === 'offline';
  const underWay = useLingering(tried && (sending || !offline), tried ? GONE_FOR : 0);
  useEffect(() => {
    if (hasSomething) void requestPersistentStorage();
  }, [hasSomething]);
  useEffect(() => (sending ? blockReload('sending') : undefined), [sending]);
  useEffect(() => (underWay ? blockReload('retrying') : undefined), [underWay]);
  return null;
}
