import { createStore } from '#app/lib/store.ts';

/** The search over the page; its button is in the top bar, its entry in the menu. */
export const searchOpen = createStore(false);

/** Query of the address that opens it. The manifests name it for a shortcut of the installed app. */
export const SEARCH_QUERY = '?search';
