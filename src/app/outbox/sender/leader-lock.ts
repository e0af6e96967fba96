import { readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { tabLocks } from '#app/lib/tab-lock.ts';

const BEAT = 5_000;
const FROZEN = 60_000;

export interface LeaderLock {
  /** Nobody else can be draining. Without Web Locks the claims alone must keep the peace. */
  readonly exclusive: boolean;
  /** Another tab has taken it: this one was thought to be frozen. */
  readonly lost: () => boolean;
}

/**
 * Runs one pass as the only drainer among all tabs. A frozen tab can hold the lock for ever: its heartbeat
 * stops, and after a minute a visible tab takes the lock from it.
 * @returns false where another tab is at it
 */
export async function withLeaderLock(
  name: string,
  work: (lock: LeaderLock) => Promise<void>,
): Promise<boolean> {
  const locks = tabLocks();
  if (!locks) {
    await work({ exclusive: false, lost: () => false });
    return true;
  }
  const claim = { stolen: false };
  const hold = (options: LockOptions) =>
    locks
      .request(name, options, (lock) => lock && holding(name, claim, work))
      .catch((error: unknown) => {
        claim.stolen = true;
        throw error;
      });
  const ran = await hold({ ifAvailable: true });
  if (ran !== null) return ran;
  if (!holderIsFrozen(name) || document.visibilityState !== 'visible') return false;
  return (await hold({ steal: true })) ?? false;
}

/** Works with a heartbeat. That the lock was stolen shows as a broken claim, or as somebody else's beat. */
async function holding(
  name: string,
  claim: { readonly stolen: boolean },
  work: (lock: LeaderLock) => Promise<void>,
): Promise<true> {
  const holder = crypto.randomUUID();
  const beat = () => writeLocal(name, `${Date.now()} ${holder}`);
  const lost = () => claim.stolen || !(readLocal(name) ?? holder).endsWith(holder);
  beat();
  const timer = setInterval(() => {
    if (!lost()) beat();
  }, BEAT);
  try {
    await work({ exclusive: true, lost });
  } finally {
    clearInterval(timer);
    if (!lost()) removeLocal(name);
  }
  return true;
}

function holderIsFrozen(name: string): boolean {
  const beat = readLocal(name);
  // A holder that has not come to its first beat yet is given a minute from now.
  if (beat === undefined) writeLocal(name, `${Date.now()} unknown`);
  return beat !== undefined && Math.abs(Date.now() - Number.parseInt(beat, 10)) > FROZEN;
}
