import { Dexie, type DexieOptions, type PromiseExtended } from 'dexie';
import type { StorageProblem } from '#app/lib/storage-problem.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';

/** An opening that takes longer is told of: a window lets go within moments, unless it is frozen (milliseconds). */
const OPENS_WITHIN = 4_000;

/** How long the browser may take to tell how old a database is; one that hangs tells nothing (milliseconds). */
const TELLS_WITHIN = 1_000;

/** Whether the stored database is older than this window's: then some window waits to upgrade it, in line before this one. */
async function isOlder({ name, verno }: Dexie): Promise<boolean> {
  // Dexie counts in tens, so that there is room between two versions.
  const older = (databases: readonly IDBDatabaseInfo[]) =>
    databases.some((one) => one.name === name && one.version !== undefined && one.version < verno * 10);
  const told = Promise.resolve(indexedDB.databases?.() ?? []).then(older);
  return withTimeout(told, TELLS_WITHIN, () => false).catch(() => false);
}

/**
 * A database of this device. Browsers end connections by themselves, fail to open for a moment, and windows of
 * two versions meet at an upgrade. Dexie lets go of the connection for a newer window and opens another at the
 * next use, also of a newer database; what it does not do is try again after an opening that failed.
 */
export class DeviceDb extends Dexie {
  readonly #onTrouble: (trouble: StorageProblem | undefined) => void;
  #held = false;
  #letGo = false;
  #slow: ReturnType<typeof setTimeout> | undefined;

  /** @param onTrouble told why the database can't be used, and undefined once it can */
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
    // A window that lets go stands in line behind the newer one, and with it behind whoever does not let go.
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
        // Not before whoever waited for this opening has heard that it failed: they would wait for the next one.
        setTimeout(() => this.#forgetFailure());
      },
    );
    return opening;
  }

  /** The browser tells only the window that asked for the upgrade that it is blocked; those in line behind it wait without a word. */
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

  /** The next use opens it anew. */
  #forgetFailure(): void {
    if (this.hasFailed() && !this.hasBeenClosed()) this.close({ disableAutoOpen: false });
  }
}
