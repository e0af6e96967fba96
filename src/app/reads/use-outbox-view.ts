import { useSyncExternalStore } from 'react';
import { EMPTY_OUTBOX, type OutboxView, onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';

const emptyOutbox = () => EMPTY_OUTBOX;

/**
 * Returns the signed-in person's entries and renders again when one changes, in any tab.
 * @param enabled false returns an empty outbox and never renders again, for components that need no entries
 */
export function useOutboxView(enabled = true): OutboxView {
  return useSyncExternalStore(onOutboxChange, enabled ? outboxView : emptyOutbox);
}
