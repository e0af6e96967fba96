import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

/** Opens or closes the Sync panel over the page that is shown. */
export function showSyncPanel(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the Sync panel stands over the page. */
export function useSyncPanelOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open);
}
