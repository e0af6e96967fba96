import { createStore } from '#app/lib/store.ts';

const openedAt = createStore<string | undefined>(undefined);

/** What is typed into the search, also before its field has arrived. */
export const searchText = createStore('');

/**
 * The search over the page; its button is in the top bar, its entry in the menu. It belongs to the path at which it was opened: the
 * address changes before the page does, and the page that arrives must not close what was opened since.
 */
export const searchOpen = {
  get: (): boolean => openedAt.get() !== undefined,
  subscribe: openedAt.subscribe,
  set: (open: boolean): void => {
    searchText.set('');
    openedAt.set(open ? location.pathname : undefined);
  },
  closeIfLeft: (): void => {
    if (openedAt.get() !== location.pathname) searchOpen.set(false);
  },
};

/** Query of the address that opens it. The manifests name it for a shortcut of the installed app. */
export const SEARCH_QUERY = '?search';
