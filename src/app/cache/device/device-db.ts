import { Dexie, type DexieOptions, type PromiseExtended } from 'dexie';
import type { StorageProblem } from '#app/lib/storage-problem.ts';
import { withTimeout } from '#app/lib/timers.ts';

/** Milliseconds after which a slow opening is reported. Another tab closes within moments unless it is frozen. */
const OPEN_TIMEOUT = 4_000;

/** Milliseconds more after which an opening that never answers counts as failed; slow devices need ten seconds. */
const HUNG_AFTER = 30_000;

/** Milliseconds for `indexedDB.databases()`; without an answer the version counts as unknown. */
const VERSION_TIMEOUT = 1_000;

/** An older stored database that does not open is blocked by a tab that must upgrade first. */
async function isOlder({ name, verno }: Dexie): Promise<boolean> {
  // Dexie multiplies versions by ten, so that there is room between two of them.
  const older = (databases: readonly IDBDatabaseInfo[]) =>
    databases.some((info) => info.name === name && info.version !== undefined && info.version < verno * 10);
  const answer = Promise.resolve(indexedDB.databases?.() ?? []).then(older);
  return withTimeout(answer, VERSION_TIMEOUT, () => false).catch(() => false);
}

/**
 * Asks for no version right after an upgrade by a newer window: Firefox refuses the older version, as it should, but then
 * answers no request of this window until that one is closed (seen in 153, while that one was writing).
 */
function openingAfterUpgrade(isUpgraded: () => boolean) {
  return {
    open: (name: string, version?: number) => indexedDB.open(name, isUpgraded() ? undefined : version),
    databases: () => indexedDB.databases(),
    deleteDatabase: (name: string) => indexedDB.deleteDatabase(name),
    cmp: (first: unknown, second: unknown) => indexedDB.cmp(first, second),
  };
}

/**
 * Reopens after a failed opening. Browsers close connections on their own, fail to open for a moment, and tabs of two
 * versions meet at an upgrade. Dexie closes for a newer tab and reopens at the next use, also a newer database; it does
 * not retry an opening that failed.
 */
export class DeviceDb extends Dexie {
  readonly #onProblem: (problem: StorageProblem | undefined) => void;
  #upgradeBlocked = false;
  #closedForUpgrade = false;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param onProblem receives the reason why the database cannot be used, and undefined once it can */
  constructor(
    name: string,
    options?: DexieOptions,
    onProblem: (problem: StorageProblem | undefined) => void = () => undefined,
  ) {
    super(name, { indexedDB: openingAfterUpgrade(() => this.#closedForUpgrade), ...options });
    this.#onProblem = onProblem;
    this.on('blocked', () => {
      this.#upgradeBlocked = true;
    });
    // A tab that closes its connection queues behind the newer tab. It then waits for any tab that stays
    // open.
    this.on('versionchange', ({ newVersion }) => {
      // Null if it is deleted.
      this.#closedForUpgrade = newVersion !== null;
    });
  }

  override open(): PromiseExtended<Dexie> {
    this.#slowTimer ??= setTimeout(() => void this.#reportSlowOpening(), OPEN_TIMEOUT);
    const opening = super.open();
    opening.then(
      () => this.#finishOpening(undefined),
      () => {
        this.#finishOpening(this.hasBeenClosed() ? undefined : 'broken');
        // Callers that waited for this opening must see its failure first; otherwise they would wait for the
        // next one.
        setTimeout(() => this.#resetFailure());
      },
    );
    return opening;
  }

  /** Browsers fire `blocked` only in the tab that requested the upgrade, not in those queued behind it. */
  async #reportSlowOpening(): Promise<void> {
    const opening = this.#slowTimer;
    const blocked = this.#upgradeBlocked || this.#closedForUpgrade || (await isOlder(this));
    if (this.#slowTimer !== opening) return;
    this.#onProblem(blocked ? 'blocked' : 'slow');
    if (!blocked) this.#slowTimer = setTimeout(() => this.#onProblem('broken'), HUNG_AFTER);
  }

  #finishOpening(problem: StorageProblem | undefined): void {
    clearTimeout(this.#slowTimer);
    this.#slowTimer = undefined;
    this.#upgradeBlocked = false;
    this.#closedForUpgrade = false;
    this.#onProblem(problem);
  }

  #resetFailure(): void {
    if (this.hasFailed() && !this.hasBeenClosed()) this.close({ disableAutoOpen: false });
  }
}
