import { useEffect, useState } from 'react';
import { notify } from './notify.ts';

/**
 * A part of the program that is fetched when it is first wanted: a menu, a drawer, a dialog. Unlike a page's, its
 * absence must not take the screen away: it is said in a toast, and the next wish tries again.
 * @param load must be the same function at every render
 * @returns the part, undefined until it is there
 */
export function usePart<Part>(
  wanted: boolean,
  load: () => Promise<Part>,
  onMissing: () => void,
): Part | undefined {
  const [loaded, setLoaded] = useState<{ readonly part: Part }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: onMissing is called once for each wish
  useEffect(() => {
    if (!wanted || loaded) return;
    let current = true;
    load().then(
      (part) => current && setLoaded({ part }),
      () => {
        if (!current) return;
        notify('This is not on this device yet. It comes with the next connection.', { kind: 'error' });
        onMissing();
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, loaded, load]);

  return loaded?.part;
}
