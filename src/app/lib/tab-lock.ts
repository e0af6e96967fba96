/** Returns the Web Locks that all tabs of this device share; undefined where the browser has none. */
export function tabLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}

/**
 * Runs `work` while no other tab holds the lock.
 * @param timeout how long to wait for the lock, in milliseconds: a frozen tab may never release it
 * @returns undefined where the lock was not granted in time, or there are no Web Locks: `work` was not run
 * @throws whatever `work` throws
 */
export async function withTabLock<T>(
  name: string,
  timeout: number,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  let granted = false;
  try {
    // After the lock is granted, its signal has no effect.
    return await tabLocks()?.request(name, { signal: AbortSignal.timeout(timeout) }, () => {
      granted = true;
      return work();
    });
  } catch (error) {
    if (granted) throw error;
    return undefined;
  }
}

/**
 * Holds a shared lock until it is released. The browser releases it when this tab ends, however that happens.
 * @returns the release function
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

/** Returns how many holders the lock has in all tabs. 0 without Web Locks. */
export async function countTabLocks(name: string): Promise<number> {
  const state = await tabLocks()?.query();
  return state?.held?.filter((lock) => lock.name === name).length ?? 0;
}

/** Returns whether any tab holds the lock. False without Web Locks. */
export const isTabLockHeld = async (name: string): Promise<boolean> => (await countTabLocks(name)) > 0;
