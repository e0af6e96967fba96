import { Dexie, type DexieOptions, type PromiseExtended } from 'dexie';
import type { DeviceTrouble } from './device-trouble.ts';

/** An opening that takes longer is told of: a window lets go within moments, unless it is frozen (milliseconds). */
const OPENS_WITHIN = 4_000;

/**
 * A database of this device. Browsers end connections by themselves, fail to open for a moment, and windows of
 * two versions meet at an upgrade. Dexie lets go of the connection for a newer window and opens another at the
 * next use, also of a newer database; what it does not do is try again after an opening that failed.
 */
export class DeviceDb extends Dexie {
  readonly #onTrouble: (trouble: DeviceTrouble | undefined) => void;
  #held = false;
  #slow: ReturnType<typeof setTimeout> | undefined;

  /** @param onTrouble told why the database can't be used, and undefined once it can */
  constructor(
    name: string,
    options?: DexieOptions,
    onTrouble: (trouble: DeviceTrouble | undefined) => void = () => undefined,
  ) {
    super(name, options);
    this.#onTrouble = onTrouble;
    this.on('blocked', () => {
      this.#held = true;
    });
  }

  override open(): PromiseExtended<Dexie> {
    this.#slow ??= setTimeout(() => this.#onTrouble(this.#held ? 'blocked' : 'broken'), OPENS_WITHIN);
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

  #opened(trouble: DeviceTrouble | undefined): void {
    clearTimeout(this.#slow);
    this.#slow = undefined;
    this.#held = false;
    this.#onTrouble(trouble);
  }

  /** The next use opens it anew. */
  #forgetFailure(): void {
    if (this.hasFailed() && !this.hasBeenClosed()) this.close({ disableAutoOpen: false });
  }
}
