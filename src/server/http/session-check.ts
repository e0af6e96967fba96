import type { SessionRef } from '#server/store/accounts/sessions.ts';

/** Time for which a found session is trusted, in milliseconds: half of what decision 48 allows. */
const CACHE_MS = 5_000;
const MAX_CACHED_SESSIONS = 10_000;

/** Returns those of these sessions that have neither ended nor expired. */
export type FindActive = (sessions: readonly SessionRef[]) => Promise<ReadonlySet<string>>;

/**
 * Checks in each process that the session of an access token goes on (decision 48). Few requests query the database: a found session is
 * trusted for 5 seconds of the monotonic clock, or until its end is heard of.
 */
export class SessionCheck {
  readonly #findActive: FindActive;
  readonly #found = new Map<string, { readonly owner: string; readonly trustedUntil: number }>();

  constructor(findActive: FindActive) {
    this.#findActive = findActive;
  }

  /** Tells whether a session goes on. */
  async isActive(claim: SessionRef): Promise<boolean> {
    const owner = `${claim.branchId}/${claim.userId}`;
    const found = this.#found.get(claim.session);
    if (found?.owner === owner && found.trustedUntil > performance.now()) return true;
    const trustedUntil = performance.now() + CACHE_MS;
    if ((await this.#findActive([claim])).size === 0) return false;
    if (this.#found.size >= MAX_CACHED_SESSIONS) this.#found.clear();
    this.#found.set(claim.session, { owner, trustedUntil });
    return true;
  }

  /** Forgets a session that has ended. */
  forget(session: string): void {
    this.#found.delete(session);
  }
}
