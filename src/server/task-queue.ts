/** Configures how many tasks run at once, and how many more may wait. */
export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Reports a task that was refused because too many wait already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Gives a place in the queue back; further calls do nothing. */
export type LeaveQueue = () => void;

/** Bounds concurrent work: a few tasks run, a few wait in order, further ones are refused at once. */
export class TaskQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Tells whether nothing runs or waits. */
  get idle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0;
  }

  /** Counts the tasks that run and wait. */
  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.size };
  }

  /** Takes a place to run that is free; undefined if the task would have to wait. */
  tryEnter(): LeaveQueue | undefined {
    if (this.#running >= this.#limits.running) return undefined;
    this.#running += 1;
    return this.#leaveOnce();
  }

  /**
   * Waits for a place to run.
   * @param signal ends the wait; its reason is thrown
   * @throws {QueueFullError} if too many wait
   */
  async enter(signal?: AbortSignal): Promise<LeaveQueue> {
    signal?.throwIfAborted();
    const free = this.tryEnter();
    if (free) return free;
    if (this.#waiting.size >= this.#limits.waiting) throw new QueueFullError('Too many tasks wait');
    await this.#wait(signal);
    return this.#leaveOnce();
  }

  #leaveOnce(): LeaveQueue {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#passOn();
    };
  }

  /** Runs a task in its turn. @throws {QueueFullError} if too many wait */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await task();
    } finally {
      leave();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(start);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      this.#waiting.add(start);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Hands the place to the task that waits longest, or frees it. */
  #passOn(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
