import { readLocal, removeLocal, writeLocal } from './local-storage.ts';
import { tabLocks } from './tab-lock.ts';

const HEARTBEAT_INTERVAL = 5_000;
const FROZEN_AFTER = 60_000;

export interface LeaderLock {
  /** No other tab leads. False without Web Locks, where every tab does. */
  readonly exclusive: boolean;
  /** Whether another tab has taken over the lock because this one seemed frozen. */
  readonly lost: () => boolean;
  readonly signal: AbortSignal;
}

type Work = (lock: LeaderLock) => Promise<void>;

function holderIsFrozen(name: string): boolean {
  if (typeof document === 'undefined' || document.visibilityState !== 'visible') return false;
  const heartbeat = readLocal(name);
  // A holder without a first heartbeat gets a minute from now.
  if (heartbeat === undefined) writeLocal(name, `${Date.now()} unknown`);
  return heartbeat !== undefined && Math.abs(Date.now() - Number.parseInt(heartbeat, 10)) > FROZEN_AFTER;
}

/** The lock counts as stolen if its request failed or the heartbeat is another tab's. */
async function runWithHeartbeat(name: string, stolen: AbortController, work: Work): Promise<true> {
  const holder = crypto.randomUUID();
  const { signal } = stolen;
  const lost = () => signal.aborted || !(readLocal(name) ?? holder).endsWith(holder);
  const renew = () => writeLocal(name, `${Date.now()} ${holder}`);
  renew();
  const timer = setInterval(() => (lost() ? stolen.abort() : renew()), HEARTBEAT_INTERVAL);
  try {
    await work({ exclusive: true, lost, signal });
  } finally {
    clearInterval(timer);
    if (!lost()) removeLocal(name);
  }
  return true;
}

type Request = (options: LockOptions) => Promise<true | null>;

/** Null if the holder is frozen, false if the tab has stopped waiting. */
async function waitForTurn(name: string, waiting: AbortSignal, request: Request): Promise<boolean | null> {
  const turn = new AbortController();
  const stopWaiting = () => turn.abort();
  waiting.addEventListener('abort', stopWaiting);
  const timer = setInterval(() => holderIsFrozen(name) && stopWaiting(), HEARTBEAT_INTERVAL);
  try {
    return await request({ signal: turn.signal });
  } catch (error) {
    if (!turn.signal.aborted) throw error;
    return waiting.aborted ? false : null;
  } finally {
    clearInterval(timer);
    waiting.removeEventListener('abort', stopWaiting);
  }
}

/**
 * Runs `work` while no other tab does. A frozen tab can hold the lock forever: its heartbeat stops, and after a minute
 * a visible tab steals the lock (fault 9).
 * @param waiting if given, the tab waits for its turn until this is aborted
 * @returns false if another tab leads
 * @throws the error of `work`; an AbortError once the lock was stolen
 */
export async function withLeaderLock(name: string, work: Work, waiting?: AbortSignal): Promise<boolean> {
  const locks = tabLocks();
  const stolen = new AbortController();
  if (!locks) {
    await work({ exclusive: false, lost: () => false, signal: stolen.signal });
    return true;
  }
  const request: Request = async (options) => {
    let granted = false;
    try {
      return await locks.request(name, options, (lock) => {
        granted = lock !== null;
        return lock && runWithHeartbeat(name, stolen, work);
      });
    } catch (error) {
      if (granted) stolen.abort();
      throw error;
    }
  };
  const ran = await (waiting ? waitForTurn(name, waiting, request) : request({ ifAvailable: true }));
  if (ran !== null) return ran;
  return holderIsFrozen(name) && ((await request({ steal: true })) ?? false);
}
