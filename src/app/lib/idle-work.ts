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

/** Limits a slice of work, in milliseconds: a key that is pressed meanwhile waits no longer. */
const SLICE_MS = 4;

/** Lets the browser handle keys and draw; the caller goes on before other work of the page, where it can. */
function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/** Works on each item, in tasks of a few milliseconds. @throws what `work` throws */
export async function workInSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - began < SLICE_MS) continue;
    await yieldToBrowser();
    began = performance.now();
  }
}
