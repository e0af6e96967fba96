export function tabLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}

/**
 * @param timeout in milliseconds: a frozen tab may never release the lock
 * @returns undefined if the lock was not granted in time, or there are no Web Locks: `work` was not run
 * @throws the error of `work`
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

/** The browser releases it when this tab ends, however that happens. Returns the release function. */
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

/** Holders in all tabs. 0 without Web Locks. */
export async function countTabLocks(name: string): Promise<number> {
  const state = await tabLocks()?.query();
  return state?.held?.filter((lock) => lock.name === name).length ?? 0;
}

/** In any tab. False without Web Locks. */
export const isTabLockHeld = async (name: string): Promise<boolean> => (await countTabLocks(name)) > 0;
