/** Returns the Web Locks that all tabs of this device share; undefined where the browser has none. */
export function tabLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}

/**
 * Runs `work` while no other tab holds the lock.
 * @param patience how long to wait for the lock, in milliseconds: a frozen tab may hold it for ever
 * @returns undefined where the lock was not granted in time, or there are no Web Locks: `work` was not run
 * @throws whatever `work` throws
 */
export async function withTabLock<T>(
  name: string,
  patience: number,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  let granted = false;
  try {
    // Once the lock is granted, its signal is without effect.
    return await tabLocks()?.request(name, { signal: AbortSignal.timeout(patience) }, () => {
      granted = true;
      return work();
    });
  } catch (error) {
    if (granted) throw error;
    return undefined;
  }
}

/**
 * Holds a lock that many tabs can hold at once; the browser releases it when this tab goes, however that happens.
 * @returns how to release it
 */
export function holdSharedTabLock(name: string): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  tabLocks()
    ?.request(name, { mode: 'shared' }, () => held)
    .catch(() => undefined);
  return release;
}

/** Whether any tab holds the lock. False without Web Locks. */
export async function isTabLockHeld(name: string): Promise<boolean> {
  const state = await tabLocks()?.query();
  return state?.held?.some((lock) => lock.name === name) ?? false;
}
