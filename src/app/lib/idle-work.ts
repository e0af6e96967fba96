/** Milliseconds, without `requestIdleCallback`. */
const FALLBACK_DELAY = 50;

/**
 * After a short delay if the browser cannot tell.
 * @param timeout in milliseconds, for a page that is never idle
 */
export function whenIdle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, FALLBACK_DELAY);
  });
}

const LONGEST_WAIT = 3_000;

/** For code that the first rows do not need. @throws the error of the import */
export async function importWhenIdle<Module>(load: () => Promise<Module>): Promise<Module> {
  await whenIdle(LONGEST_WAIT);
  return load();
}

/** Milliseconds: a key that is pressed meanwhile waits no longer. */
const SLICE_MS = 4;

/** The caller goes on before other work of the page, if the browser can. */
function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/** In tasks of a few milliseconds. @throws the error of `work` */
export async function workInSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - began < SLICE_MS) continue;
    await yieldToBrowser();
    began = performance.now();
  }
}
