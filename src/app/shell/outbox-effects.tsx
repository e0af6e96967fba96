import { useEffect, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { importWhenIdle } from '#app/lib/idle-work.ts';
import { blockReload } from '#app/lib/update-guard.ts';
import { useWakeLock } from '#app/lib/wake-lock.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { requestPersistentStorage } from '#app/outbox/store/persistent-storage.ts';
import { useOutboxSelector } from '#app/reads/use-outbox.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';

const SentNotice = optionalComponent(
  async () => (await importWhenIdle(() => import('./sent-notice.tsx'))).SentNotice,
);

/** An entry that keeps failing must not hide the update offer for ever: the update may be the fix. */
const MAX_ATTEMPTS = 5;
/** Milliseconds offline after which the update is offered; longer than the server's reachability is probed. */
const OFFLINE_DELAY = 10_000;

function isInProgress({ state, attempts, asksPerson }: OutboxEntry): boolean {
  if (attempts > MAX_ATTEMPTS || asksPerson) return false;
  return state === 'sending' || (attempts > 0 && (state === 'queued' || state === 'unknown'));
}

function useDelayedFalse(now: boolean, delay: number): boolean {
  const [delayed, setDelayed] = useState(now);
  useEffect(() => {
    if (now) {
      setDelayed(true);
      return;
    }
    const timer = setTimeout(() => setDelayed(false), delay);
    return () => clearTimeout(timer);
  }, [now, delay]);
  return now || delayed;
}

/**
 * A component of its own, so that the frame does not render again with every entry. An entry counts as in progress
 * also between two attempts.
 */
export function OutboxEffects() {
  const sending = useOutboxSelector((outbox) => outbox.sending > 0);
  const hasRetries = useOutboxSelector(({ rows: entries }) => entries.some(isInProgress));
  const hasEntries = useOutboxSelector(({ rows: entries }) => entries.length > 0);
  const offline = useConnection() === 'offline';
  const retrying = useDelayedFalse(hasRetries && (sending || !offline), hasRetries ? OFFLINE_DELAY : 0);
  useEffect(() => {
    if (hasEntries) void requestPersistentStorage();
  }, [hasEntries]);
  const hasQueue = useOutboxSelector(({ pending }) => pending > 1);
  useWakeLock(sending && hasQueue);
  useEffect(() => (sending ? blockReload('sending') : undefined), [sending]);
  useEffect(() => (retrying ? blockReload('retrying') : undefined), [retrying]);
  return <SentNotice />;
}
