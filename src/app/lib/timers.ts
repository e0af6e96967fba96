/**
 * Resolves with a substitute once the time is up; the work itself is not cancelled.
 * @param onTimeout returns the substitute
 * @throws the rejection of the promise, if it comes in time
 */
export async function withTimeout<T, Substitute>(
  promise: PromiseLike<T>,
  milliseconds: number,
  onTimeout: () => Substitute,
): Promise<T | Substitute> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Substitute>((resolve) => {
    timer = setTimeout(() => resolve(onTimeout()), milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/**
 * At most once per interval: at once after a pause, else when the interval is over. `cancel` drops a run that waits.
 * @param interval in milliseconds
 */
export function throttle(work: () => void, interval: number): { run(): void; cancel(): void } {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    timer = undefined;
    last = performance.now();
    work();
  };
  return {
    run: () => {
      if (timer !== undefined) return;
      const pause = last + interval - performance.now();
      if (pause <= 0) now();
      else timer = setTimeout(now, pause);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
