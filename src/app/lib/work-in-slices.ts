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
