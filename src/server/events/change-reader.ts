import type { MovedBranch } from '#server/db/branch-changes.ts';
import type { BranchChannel } from './branch-channel.ts';

export const POLL_MS = 250;
const MAX_PAUSE_MS = 5_000;

export interface ChangeReaderOptions {
  readonly readMoved: (known: ReadonlyMap<bigint, bigint | undefined>) => Promise<readonly MovedBranch[]>;
  readonly onMoved: (moved: MovedBranch) => void;
  readonly open: () => readonly BranchChannel[];
  readonly onFailed: (error: unknown) => void;
}

interface Reading {
  readonly channels: Set<BranchChannel>;
  readonly done: Promise<void>;
}

/** Decision 199. Nothing is missed while the database is away, because versions are compared. */
export class ChangeReader {
  readonly #options: ChangeReaderOptions;
  #next: Reading | undefined;
  #last: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isStopped = false;

  constructor(options: ChangeReaderOptions) {
    this.#options = options;
  }

  get isReading(): boolean {
    return this.#failures === 0;
  }

  /** Channels that are asked for meanwhile share one statement. Readings follow each other, so none is outdated. */
  read(channels: readonly BranchChannel[]): Promise<void> {
    this.#next ??= this.#plan();
    for (const channel of channels) this.#next.channels.add(channel);
    return this.#next.done;
  }

  poll(): void {
    if (this.#isStopped) return;
    const pause = Math.min(MAX_PAUSE_MS, POLL_MS * 2 ** this.#failures);
    this.#timer ??= setTimeout(() => void this.#readOpen(), pause).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #plan(): Reading {
    const channels = new Set<BranchChannel>();
    const done = this.#last.then(() => {
      this.#next = undefined;
      return this.#readNow([...channels]);
    });
    this.#last = done.catch(() => undefined);
    return { channels, done };
  }

  async #readNow(channels: readonly BranchChannel[]): Promise<void> {
    const began = performance.now();
    const known = new Map(channels.map(({ branchId, version }) => [branchId, version]));
    const moved = await this.#options.readMoved(known);
    for (const channel of channels) channel.readAt = began;
    for (const branch of moved) this.#options.onMoved(branch);
  }

  async #readOpen(): Promise<void> {
    const channels = this.#options.open();
    try {
      if (channels.length > 0) await this.read(channels);
      this.#failures = 0;
    } catch (error) {
      if (this.#failures === 0) this.#options.onFailed(error);
      this.#failures += 1;
    }
    this.#timer = undefined;
    if (channels.length > 0) this.poll();
  }
}
