import { currentOwner, type Owner } from '#app/api/session.ts';
import { OutboxSender, type SenderState } from './sender.ts';

const CHANNEL = 'branch-desk.outbox';

let active: SenderState | undefined;

/** Sends what may be sent in the name of whoever is signed in; resolves after the pass. */
export async function triggerSend(force = false): Promise<void> {
  const owner = currentOwner();
  if (active) return active.kick(force);
  if (!owner) return;
  const once = new OutboxSender(owner);
  await once.kick(force);
  once.stop();
}

/** Tells the other tabs that there is something to send: one of them may be the one that is draining. */
export function notifyOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('enqueued');
  channel.close();
}

/**
 * Drains this person's rows whenever there may be a reason to, until stopped. `navigator.onLine` is not
 * asked: its events are hints, the truth is an answered request.
 */
export function startSending(owner: Owner, drainer: SenderState = new OutboxSender(owner)): () => void {
  active = drainer;
  const kick = () => void drainer.kick();
  const now = () => void drainer.kick(true);
  const visible = () => {
    if (document.visibilityState === 'visible') now();
  };
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  channel?.addEventListener('message', kick);
  window.addEventListener('online', now);
  window.addEventListener('pageshow', now);
  document.addEventListener('visibilitychange', visible);
  now();
  return () => {
    drainer.stop();
    if (active === drainer) active = undefined;
    channel?.close();
    window.removeEventListener('online', now);
    window.removeEventListener('pageshow', now);
    document.removeEventListener('visibilitychange', visible);
  };
}
