/** In milliseconds. */
const SOON = 50;

/**
 * Resolves when the page has nothing more urgent to do; soon, where a browser can't tell.
 * @param atLatest a page that is never quiet gets its turn after this all the same (milliseconds)
 */
export function whenIdle(atLatest: number): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: atLatest });
    else setTimeout(resolve, SOON);
  });
}
