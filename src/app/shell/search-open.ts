import { createStore } from '#app/lib/store.ts';

/** The search over the page; its button is in the top bar, its entry in the menu. */
export const searchOpen = createStore(false);
