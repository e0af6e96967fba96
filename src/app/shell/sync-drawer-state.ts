import { createStore } from '#app/lib/store.ts';
import { useStore } from '#app/lib/use-store.ts';

const open = createStore(false);

/** Opens or closes the Sync panel over the page that is shown. */
export function showSyncPanel(next: boolean): void {
  open.set(next);
}

/** Whether the Sync panel stands over the page. */
export function useSyncPanelOpen(): boolean {
  return useStore(open);
}
