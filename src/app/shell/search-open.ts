import { createStore } from '#app/lib/store.ts';

const openedAt = createStore<string | undefined>(undefined);

export const searchText = createStore('');

/**
 * It belongs to a path: the address changes before the page does, and the page that arrives must not close what was
 * opened since.
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
