/** Delay without `requestIdleCallback`, in milliseconds. */
const SOON = 50;

/**
 * Resolves when the page is idle; after a short delay where the browser cannot tell.
 * @param atLatest the timeout in milliseconds for a page that is never idle
 */
export function whenIdle(atLatest: number): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: atLatest });
    else setTimeout(resolve, SOON);
  });
}
