import { Dexie, type DexieOptions, type PromiseExtended } from 'dexie';
import type { StorageProblem } from '#app/lib/storage-problem.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';

/**
 * Time after which a slow opening is reported, in milliseconds. Another tab closes within moments unless it
 * is frozen.
 */
const OPENS_WITHIN = 4_000;

/**
 * Time limit for `indexedDB.databases()`, in milliseconds; without an answer the version counts as unknown.
 */
const TELLS_WITHIN = 1_000;

/**
 * Returns whether the stored database is older than this build's, so that another tab waits to upgrade it
 * first.
 */
async function isOlder({ name, verno }: Dexie): Promise<boolean> {
  // Dexie multiplies versions by ten, so that there is room between two of them.
  const older = (databases: readonly IDBDatabaseInfo[]) =>
    databases.some((one) => one.name === name && one.version !== undefined && one.version < verno * 10);
  const told = Promise.resolve(indexedDB.databases?.() ?? []).then(older);
  return withTimeout(told, TELLS_WITHIN, () => false).catch(() => false);
}

/**
 * A Dexie database that reopens after a failed opening. Browsers close connections on their own, fail to open
 * for a moment, and tabs of two versions meet at an upgrade. Dexie closes for a newer tab and reopens at the
 * next use, also a newer database; it does not retry an opening that failed.
 */
export class DeviceDb extends Dexie {
  readonly #onTrouble: (trouble: StorageProblem | undefined) => void;
  #held = false;
  #letGo = false;
  #slow: ReturnType<typeof setTimeout> | undefined;

  /** @param onProblem receives why the database cannot be used, and undefined once it can */
  constructor(
    name: string,
    options?: DexieOptions,
    onTrouble: (trouble: StorageProblem | undefined) => void = () => undefined,
  ) {
    super(name, options);
    this.#onTrouble = onTrouble;
    this.on('blocked', () => {
      this.#held = true;
    });
    // A tab that closes its connection queues behind the newer tab, and with it behind any tab that stays
    // open.
    this.on('versionchange', () => {
      this.#letGo = true;
    });
  }

  override open(): PromiseExtended<Dexie> {
    this.#slow ??= setTimeout(() => void this.#tellSlow(), OPENS_WITHIN);
    const opening = super.open();
    opening.then(
      () => this.#opened(undefined),
      () => {
        this.#opened(this.hasBeenClosed() ? undefined : 'broken');
        // Callers that waited for this opening must see its failure first; otherwise they would wait for the
        // next one.
        setTimeout(() => this.#forgetFailure());
      },
    );
    return opening;
  }

  /**
   * Reports a slow opening. Browsers fire `blocked` only in the tab that requested the upgrade, not in those
   * queued behind it.
   */
  async #tellSlow(): Promise<void> {
    const opening = this.#slow;
    const blocked = this.#held || this.#letGo || (await isOlder(this));
    if (this.#slow === opening) this.#onTrouble(blocked ? 'blocked' : 'broken');
  }

  #opened(trouble: StorageProblem | undefined): void {
    clearTimeout(this.#slow);
    this.#slow = undefined;
    this.#held = false;
    this.#letGo = false;
    this.#onTrouble(trouble);
  }

  /** Closes the failed database, so that its next use opens it again. */
  #forgetFailure(): void {
    if (this.hasFailed() && !this.hasBeenClosed()) this.close({ disableAutoOpen: false });
  }
}
