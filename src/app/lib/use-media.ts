import { useCallback, useSyncExternalStore } from 'react';

const ofScreen = new Map<string, boolean>();

/** Making a list costs more than asking it. */
const lists = new Map<string, MediaQueryList>();

function mediaList(query: string): MediaQueryList | undefined {
  const list = lists.get(query) ?? globalThis.matchMedia?.(query);
  if (list) lists.set(query, list);
  return list;
}

/**
 * Nothing may be rendered again for paper: the browser prints open parts that the other layout would not have.
 */
function matchesScreen(query: string): boolean {
  const known = ofScreen.get(query);
  if (known !== undefined && mediaList('print')?.matches) return known;
  const matches = mediaList(query)?.matches ?? true;
  ofScreen.set(query, matches);
  return matches;
}

/** True if the browser cannot tell. */
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
