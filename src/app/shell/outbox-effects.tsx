import { useEffect, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { blockReload } from '#app/lib/update-guard.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { requestPersistentStorage } from '#app/outbox/store/persistent-storage.ts';
import { useOutboxSelector } from '#app/reads/use-outbox.ts';

/**
 * Maximum attempts of an entry that hides the update offer. One that keeps failing must not hide it for ever:
 * the update may be the fix.
 */
const PATIENCE = 5;
/**
 * Time offline after which the update is offered, in milliseconds; longer than the server's reachability is
 * probed.
 */
const GONE_FOR = 10_000;

function isUnderWay({ state, attempts, asksPerson }: OutboxEntry): boolean {
  if (attempts > PATIENCE || asksPerson) return false;
  return state === 'sending' || (attempts > 0 && (state === 'queued' || state === 'unknown'));
}

/** Returns true at once, and false only after the given milliseconds without a change. */
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
 * Derives effects from the outbox: persistent storage and reload blockers. A component of its own, so that
 * the frame does not render again with every entry. An entry retried on a bad connection counts as in
 * progress also between two attempts: the update offer waits for its end.
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
