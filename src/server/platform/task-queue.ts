export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
}

export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export type LeaveQueue = () => void;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Tasks of several sources take turns, and a source that fills the queue makes room for one that has less in it, so that no source
 * keeps others out by asking often.
 */
export class TaskQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = new Map<string, Set<Waiting>>();
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get idle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0;
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
    return { running: this.#running, waiting };
  }

  /** `signal` ends the wait; its reason is thrown. */
  async enter(signal?: AbortSignal, source = ''): Promise<LeaveQueue> {
    signal?.throwIfAborted();
    if (this.#running < this.#limits.running) {
      this.#running += 1;
      return this.#leaveOnce();
    }
    if (this.counts.waiting >= this.#limits.waiting && !this.#makeRoom(source))
      throw new QueueFullError('Too many tasks wait');
    await this.#wait(signal, source);
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

  async run<T>(task: () => Promise<T>, source?: string): Promise<T> {
    const leave = await this.enter(undefined, source);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Refuses the newest task of the source with most tasks, unless the new task's source has as many. */
  #makeRoom(source: string): boolean {
    const waitingCount = this.#waiting.get(source)?.size ?? 0;
    const [longest] = [...this.#waiting].sort(([, one], [, other]) => other.size - one.size);
    if (!longest || longest[1].size <= waitingCount + 1) return false;
    const newest = [...longest[1]].at(-1);
    if (!newest) return false;
    this.#remove(longest[0], newest);
    newest.refuse(new QueueFullError('Too many tasks of this source wait'));
    return true;
  }

  #remove(source: string, waiting: Waiting): void {
    const tasksOfSource = this.#waiting.get(source);
    tasksOfSource?.delete(waiting);
    if (tasksOfSource?.size === 0) this.#waiting.delete(source);
  }

  #wait(signal: AbortSignal | undefined, source: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#remove(source, waiting);
        reject(signal?.reason);
      };
      const forget = () => signal?.removeEventListener('abort', abort);
      const waiting: Waiting = {
        start() {
          forget();
          resolve();
        },
        refuse(reason) {
          forget();
          reject(reason);
        },
      };
      this.#waiting.set(source, (this.#waiting.get(source) ?? new Set()).add(waiting));
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Starts the longest-waiting task of the source whose turn it is, or frees the place. */
  #passOn(): void {
    const [next] = this.#waiting;
    const first = next && [...next[1]][0];
    if (!next || !first) {
      this.#running -= 1;
      return;
    }
    const [source, tasksOfSource] = next;
    tasksOfSource.delete(first);
    // The source goes to the end, behind those that had no turn yet.
    this.#waiting.delete(source);
    if (tasksOfSource.size > 0) this.#waiting.set(source, tasksOfSource);
    first.start();
  }
}
