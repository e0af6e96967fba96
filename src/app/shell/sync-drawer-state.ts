import { createStore } from '#app/lib/store.ts';
import { useStore } from '#app/lib/use-store.ts';

const open = createStore(false);

/** Opens or closes the Sync panel over the current page. */
export function showSyncPanel(next: boolean): void {
  open.set(next);
}

/** Returns whether the Sync panel is open over the page. */
export function useSyncPanelOpen(): boolean {
  return useStore(open);
}
