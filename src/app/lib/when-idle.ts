/** Delay without `requestIdleCallback`, in milliseconds. */
const FALLBACK_DELAY = 50;

/**
 * Resolves when the page is idle; after a short delay where the browser cannot tell.
 * @param timeout the timeout in milliseconds for a page that is never idle
 */
export function whenIdle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, FALLBACK_DELAY);
  });
}

/** Longest wait for an idle page before something is loaded, in milliseconds. */
const LONGEST_WAIT = 3_000;

/** Loads a module when the page is idle: what the first rows do not need. @throws what the import throws */
export async function importWhenIdle<Module>(load: () => Promise<Module>): Promise<Module> {
  await whenIdle(LONGEST_WAIT);
  return load();
}
