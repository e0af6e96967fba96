import { readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { tabLocks } from '#app/lib/tab-lock.ts';

const HEARTBEAT_INTERVAL = 5_000;
const FROZEN_AFTER = 60_000;

export interface LeaderLock {
  /** No other tab can be sending. Without Web Locks only the claims prevent a double send. */
  readonly exclusive: boolean;
  /** Whether another tab has taken over the lock, because this tab seemed frozen. */
  readonly lost: () => boolean;
}

/**
 * Runs a send pass while no other tab sends. A frozen tab can hold the lock forever: its heartbeat stops, and
 * after a minute a visible tab steals the lock (fault 9).
 * @returns false if another tab is sending
 */
export async function withLeaderLock(
  name: string,
  sendPass: (lock: LeaderLock) => Promise<void>,
): Promise<boolean> {
  const locks = tabLocks();
  if (!locks) {
    await sendPass({ exclusive: false, lost: () => false });
    return true;
  }
  const lockState = { stolen: false };
  const requestLock = (options: LockOptions) =>
    locks
      .request(name, options, (lock) => lock && runWithHeartbeat(name, lockState, sendPass))
      .catch((error: unknown) => {
        lockState.stolen = true;
        throw error;
      });
  const ran = await requestLock({ ifAvailable: true });
  if (ran !== null) return ran;
  if (!holderIsFrozen(name) || document.visibilityState !== 'visible') return false;
  return (await requestLock({ steal: true })) ?? false;
}

/**
 * Runs the pass with a heartbeat. The lock counts as stolen if its request failed or the heartbeat is another
 * tab's.
 */
async function runWithHeartbeat(
  name: string,
  lockState: { readonly stolen: boolean },
  sendPass: (lock: LeaderLock) => Promise<void>,
): Promise<true> {
  const holder = crypto.randomUUID();
  const renewHeartbeat = () => writeLocal(name, `${Date.now()} ${holder}`);
  const lost = () => lockState.stolen || !(readLocal(name) ?? holder).endsWith(holder);
  renewHeartbeat();
  const timer = setInterval(() => {
    if (!lost()) renewHeartbeat();
  }, HEARTBEAT_INTERVAL);
  try {
    await sendPass({ exclusive: true, lost });
  } finally {
    clearInterval(timer);
    if (!lost()) removeLocal(name);
  }
  return true;
}

function holderIsFrozen(name: string): boolean {
  const heartbeat = readLocal(name);
  // A holder without a first heartbeat gets a minute from now.
  if (heartbeat === undefined) writeLocal(name, `${Date.now()} unknown`);
  return heartbeat !== undefined && Math.abs(Date.now() - Number.parseInt(heartbeat, 10)) > FROZEN_AFTER;
}
