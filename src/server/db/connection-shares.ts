/** Which requests share connections: those of one branch, or those that belong to none, such as a sign-in. */
type Holder = bigint | 'no branch';

/** A request waited too long for a connection, or too many wait. */
export class NoConnectionError extends Error {
  override readonly name = 'NoConnectionError';
  readonly ofBranch: boolean;

  constructor(holder: Holder) {
    super('No connection to the database is free');
    this.ofBranch = holder !== 'no branch';
  }
}

interface Waiting {
  readonly since: number;
  readonly start: () => void;
}

export interface ShareCounts {
  readonly used: number;
  readonly waiting: number;
  /** Milliseconds that a request has waited so far. */
  readonly longestWaitMs: number;
  readonly longestCommonWaitMs: number;
  /** Milliseconds since a request was refused; undefined if none was. */
  readonly refusedMsAgo: number | undefined;
}

interface ShareLimits {
  readonly size: number;
  /** Requests of one branch that wait; further ones are refused. */
  readonly waiting: number;
  readonly waitMs: number;
}

/**
 * A branch takes another connection only while it has less than twice as many as are free: a busy one gets most of a quiet pool, and
 * any number of busy ones leave some (decision 198). A fifth of the pool is for requests without a branch.
 */
export class ConnectionShares {
  readonly #limits: ShareLimits;
  readonly #reserved: number;
  readonly #held = new Map<Holder, number>();
  readonly #queues = new Map<Holder, Set<Waiting>>();
  #used = 0;
  #refusedAt: number | undefined;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
    this.#reserved = Math.max(1, Math.floor(limits.size / 5));
  }

  get counts(): ShareCounts {
    const now = performance.now();
    const waitOf = (holder: Holder) => {
      const [first] = this.#queues.get(holder) ?? [];
      return first ? now - first.since : 0;
    };
    return {
      used: this.#used,
      waiting: [...this.#queues.values()].reduce((sum, { size }) => sum + size, 0),
      longestWaitMs: Math.max(0, ...[...this.#queues.keys()].map(waitOf)),
      longestCommonWaitMs: waitOf('no branch'),
      refusedMsAgo: this.#refusedAt === undefined ? undefined : now - this.#refusedAt,
    };
  }

  async enter(holder: Holder): Promise<() => void> {
    if (this.#queues.has(holder) || !this.#mayTake(holder)) await this.#wait(holder);
    else this.#take(holder);
    let isHeld = true;
    return () => {
      if (isHeld) this.#leave(holder);
      isHeld = false;
    };
  }

  #heldBy(holder: Holder): number {
    return this.#held.get(holder) ?? 0;
  }

  #mayTake(holder: Holder): boolean {
    const free = this.#limits.size - this.#used;
    return this.#heldBy(holder) < 2 * (holder === 'no branch' ? free : free - this.#reserved);
  }

  #take(holder: Holder): void {
    this.#used += 1;
    this.#held.set(holder, this.#heldBy(holder) + 1);
  }

  #leave(holder: Holder): void {
    this.#used -= 1;
    const held = this.#heldBy(holder) - 1;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
    this.#startNext();
  }

  #startNext(): void {
    for (;;) {
      const [next] = [...this.#queues.keys()]
        .filter((holder) => this.#mayTake(holder))
        .sort((one, other) => this.#heldBy(one) - this.#heldBy(other));
      const [first] = (next !== undefined && this.#queues.get(next)) || [];
      if (next === undefined || first === undefined) return;
      this.#remove(next, first);
      this.#take(next);
      first.start();
    }
  }

  #remove(holder: Holder, waiting: Waiting): void {
    const queue = this.#queues.get(holder);
    queue?.delete(waiting);
    if (queue?.size === 0) this.#queues.delete(holder);
  }

  #refusal(holder: Holder): NoConnectionError {
    this.#refusedAt = performance.now();
    return new NoConnectionError(holder);
  }

  #wait(holder: Holder): Promise<void> {
    const queue = this.#queues.get(holder) ?? new Set();
    if (queue.size >= this.#limits.waiting) return Promise.reject(this.#refusal(holder));
    this.#queues.set(holder, queue);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#remove(holder, waiting);
        reject(this.#refusal(holder));
      };
      const timer = setTimeout(giveUp, this.#limits.waitMs);
      const waiting: Waiting = {
        since: performance.now(),
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.add(waiting);
    });
  }
}
