import { useEffect, useState } from 'react';
import { useConnection } from '#app/data/connection.ts';
import { askToKeepStorage } from '#app/outbox/keep-storage.ts';
import type { OutboxRow } from '#app/outbox/outbox-row.ts';
import { useOutboxFact } from '#app/outbox/use-outbox.ts';
import { markBusy } from './busy.ts';

/** A row that keeps failing must not put a new version off for ever: it may be what mends it. */
const PATIENCE = 5;
/** A line that is gone for so long is not coming back at once (milliseconds; longer than the host is asked again for). */
const GONE_FOR = 10_000;

function isUnderWay({ state, attempts, asksPerson }: OutboxRow): boolean {
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
export function OutboxDuties() {
  const sending = useOutboxFact((outbox) => outbox.sending > 0);
  const tried = useOutboxFact(({ rows }) => rows.some(isUnderWay));
  const hasSomething = useOutboxFact(({ rows }) => rows.length > 0);
  const offline = useConnection() === 'offline';
  const underWay = useLingering(tried && (sending || !offline), tried ? GONE_FOR : 0);
  useEffect(() => {
    if (hasSomething) void askToKeepStorage();
  }, [hasSomething]);
  useEffect(() => (sending ? markBusy('sending') : undefined), [sending]);
  useEffect(() => (underWay ? markBusy('retrying') : undefined), [underWay]);
  return null;
}
