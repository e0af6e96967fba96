import { useEffect, useState } from 'react';
import { notify } from './toast/notify.ts';

/**
 * A part of the program that is fetched when it is first wanted. Unlike a page's, its absence must not take the screen
 * away, and with it what was typed there: whoever wants it says what stands in for it. The next wish tries again.
 * @param load must be the same function at every render
 * @returns the part, undefined until it is there
 */
export function useLazyModule<Part>(
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
      () => current && onMissing(),
    );
    return () => {
      current = false;
    };
  }, [wanted, loaded, load]);

  return loaded?.part;
}

/** `useLoaded` for a menu, a drawer, a dialog: that it is missing is said in a toast. */
export function useLazyPart<Part>(
  wanted: boolean,
  load: () => Promise<Part>,
  onMissing: () => void,
): Part | undefined {
  return useLazyModule(wanted, load, () => {
    notify('This is not on this device yet. It comes with the next connection.', { kind: 'error' });
    onMissing();
  });
}
