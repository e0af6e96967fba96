import { currentOwner, type Owner } from '#app/api/session.ts';
import { OutboxSender, type Sender } from './sender.ts';

const CHANNEL = 'branch-desk.outbox';

let active: Sender | undefined;

/** Triggers a send pass for the signed-in user; resolves after it. */
export async function triggerSend(force = false): Promise<void> {
  const owner = currentOwner();
  if (active) return active.trigger(force);
  if (!owner) return;
  const once = new OutboxSender(owner);
  await once.trigger(force);
  once.stop();
}

/** Notifies the other tabs of a new entry: one of them may be the tab that sends. */
export function notifyOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('enqueued');
  channel.close();
}

/**
 * Sends one owner's entries until stopped: on start, messages of other tabs, and the events online, pageshow
 * and visibilitychange. `navigator.onLine` is not read: its events are hints, only an answered request is
 * proof (faults 14 and 15).
 */
export function startSending(owner: Owner, sender: Sender = new OutboxSender(owner)): () => void {
  active = sender;
  const onMessage = () => void sender.trigger();
  const triggerNow = () => void sender.trigger(true);
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') triggerNow();
  };
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  channel?.addEventListener('message', onMessage);
  window.addEventListener('online', triggerNow);
  window.addEventListener('pageshow', triggerNow);
  document.addEventListener('visibilitychange', onVisibilityChange);
  triggerNow();
  return () => {
    sender.stop();
    if (active === sender) active = undefined;
    channel?.close();
    window.removeEventListener('online', triggerNow);
    window.removeEventListener('pageshow', triggerNow);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
