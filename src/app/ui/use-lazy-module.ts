import { useEffect, useState } from 'react';
import { notify } from './toast/notify.ts';

/**
 * Loads a module when it is first needed. Unlike a lazy page, a load failure must not unmount the screen with
 * unsaved input: the caller provides a fallback. The next use retries.
 * @param load must be the same function at every render
 * @returns the module, undefined until it has loaded
 */
export function useLazyModule<Part>(
  wanted: boolean,
  load: () => Promise<Part>,
  onMissing: () => void,
): Part | undefined {
  const [loaded, setLoaded] = useState<{ readonly part: Part }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: onMissing is called once for each request
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

/** Loads a menu, drawer or dialog with `useLazyModule`; shows a toast when that fails. */
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
