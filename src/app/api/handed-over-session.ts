import { z } from 'zod';
import {
  clearBackground,
  readBackground,
  syncsInBackground,
  writeBackground,
} from '#app/lib/background-store.ts';
import { localKeys, readLocal } from '#app/lib/local-storage.ts';
import { SESSION_KEY } from '#app/lib/stored-session.ts';
import { withTabLock } from '#app/lib/tab-lock.ts';
import { languageNow, languages } from '#contract/messages.ts';
import { ApiError } from './api-error.ts';
import {
  BRANCH_SESSIONS,
  currentSession,
  ownerKey,
  type Session,
  storedSession,
  storeTokens,
} from './session.ts';
import { STORAGE_KEYS } from './storage-key.ts';

// A refresh token is used once: one that the service worker and a page both used would end the session. Under one lock,
// the page takes back what it has left before it refreshes, and the worker refreshes only what is left.

export const REFRESH_LOCK = 'branch-desk.refresh';

/** Milliseconds. A frozen tab can hold the lock forever. */
export const REFRESH_LOCK_TIMEOUT = 25_000;

const handedOver = z.object({
  session: storedSession,
  /** Refresh tokens that the worker has replaced since. */
  replaced: z.array(z.string()),
  language: z.enum(languages),
  /** From localStorage, by key. */
  values: z.record(z.string(), z.string()),
});

export type HandedOver = z.output<typeof handedOver>;

export async function readHandedOver(): Promise<HandedOver | undefined> {
  return handedOver.safeParse(await readBackground()).data;
}

/** The session that the worker has refreshed since `session` was left. */
async function newerSession(session: Session | undefined): Promise<Session | undefined> {
  const left = await readHandedOver();
  const isNewer =
    session !== undefined &&
    left?.replaced.includes(session.refresh) === true &&
    ownerKey(left.session.owner) === ownerKey(session.owner);
  return isNewer ? left.session : undefined;
}

/** Only under the lock. */
async function takeNewer(): Promise<void> {
  const newer = await newerSession(currentSession());
  if (newer) storeTokens(newer, newer.owner);
}

/** The page takes back its session, the newer one if the worker has refreshed it. Nothing of it is left. Never throws. */
export async function takeBack(): Promise<void> {
  if (!syncsInBackground()) return;
  const take = async () => {
    await takeNewer();
    await clearBackground();
  };
  // Without the lock it stays: the next opening takes it back.
  await withTabLock(REFRESH_LOCK, REFRESH_LOCK_TIMEOUT, take).catch(() => undefined);
}

/** The keys of entries at rest stay in the page. */
const isLeft = (key: string) => ![SESSION_KEY, BRANCH_SESSIONS, STORAGE_KEYS].includes(key);

/**
 * Leaves the session to the service worker. Does nothing in a browser that never sends for a closed app.
 * @returns whether it is there now
 */
export async function handOver(): Promise<boolean> {
  if (!syncsInBackground()) return false;
  const leave = async () => {
    await takeNewer();
    const session = currentSession();
    if (!session) return false;
    const values = Object.fromEntries(
      localKeys('branch-desk')
        .filter(isLeft)
        .map((key) => [key, readLocal(key) ?? '']),
    );
    await writeBackground({ session, replaced: [], language: languageNow(), values } satisfies HandedOver);
    return true;
  };
  return (await withTabLock(REFRESH_LOCK, REFRESH_LOCK_TIMEOUT, leave).catch(() => false)) ?? false;
}

/** What a refresh does before and after the call, under the lock. */
export interface RefreshTurn {
  /** Whether it may run although the lock was not granted in time. */
  readonly withoutLock: boolean;
  /**
   * @returns the session that the other side has refreshed already
   * @throws {ApiError} transient, if it must not refresh
   */
  before(stale: Session): Promise<Session | undefined>;
  after(refreshed: Session, stale: Session): Promise<void>;
}

export const turnOfPage: RefreshTurn = {
  withoutLock: true,
  async before(stale) {
    const newer = await newerSession(stale);
    if (!newer) await clearBackground();
    return newer;
  },
  after: async () => undefined,
};

export const turnOfWorker: RefreshTurn = {
  withoutLock: false,
  async before(stale) {
    const left = await readHandedOver();
    if (!left || ownerKey(left.session.owner) !== ownerKey(stale.owner)) throw new ApiError('transient');
    return left.session.access === stale.access ? undefined : left.session;
  },
  async after(refreshed, stale) {
    const left = await readHandedOver();
    if (!left) return;
    const { access, refresh, owner } = refreshed;
    const replaced = [...left.replaced, stale.refresh];
    await writeBackground({ ...left, session: { access, refresh, owner }, replaced } satisfies HandedOver);
  },
};
