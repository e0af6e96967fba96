import { useCallback, useSyncExternalStore } from 'react';

/** Holds what each query last said of the screen. */
const ofScreen = new Map<string, boolean>();

/**
 * Returns whether a query matches the screen. A page of paper has another width, and nothing may be rendered anew for it: the browser
 * prints what is open, such as a dialog of a row that the other layout would not have.
 */
function matchesScreen(query: string): boolean {
  const known = ofScreen.get(query);
  if (known !== undefined && globalThis.matchMedia?.('print').matches) return known;
  const matches = globalThis.matchMedia?.(query).matches ?? true;
  ofScreen.set(query, matches);
  return matches;
}

/** Returns whether a media query matches and renders again on change. True where the browser cannot tell. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = globalThis.matchMedia?.(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchesScreen(query));
}
