import { useCallback, useSyncExternalStore } from 'react';

/** Holds what each query last said of the screen. */
const ofScreen = new Map<string, boolean>();

/** Holds the list of each query, since making one costs more than asking it. */
const lists = new Map<string, MediaQueryList>();

/** Returns the list of a query; undefined where the browser has none. */
function mediaList(query: string): MediaQueryList | undefined {
  const list = lists.get(query) ?? globalThis.matchMedia?.(query);
  if (list) lists.set(query, list);
  return list;
}

/**
 * Returns whether a query matches the screen. A page of paper has another width, and nothing may be rendered anew for
 * it: the browser prints what is open, such as a dialog of a row that the other layout would not have.
 */
function matchesScreen(query: string): boolean {
  const known = ofScreen.get(query);
  if (known !== undefined && mediaList('print')?.matches) return known;
  const matches = mediaList(query)?.matches ?? true;
  ofScreen.set(query, matches);
  return matches;
}

/** Returns whether a media query matches and renders again on change. True where the browser cannot tell. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = mediaList(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchesScreen(query));
}
