/**
 * Resolves like the promise, or with a substitute once the time is up; the work itself is not cancelled.
 * @param onTimeout returns the substitute
 * @throws what the promise rejects with, if it does so in time
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
