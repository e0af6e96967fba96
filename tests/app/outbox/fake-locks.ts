type Work = (lock: object | null) => unknown;
interface Options {
  readonly ifAvailable?: boolean;
  readonly steal?: boolean;
}

/** Web Locks of one origin, as far as the outbox uses them; with tabs that close and tabs that freeze. */
export class FakeLocks {
  readonly #held = new Map<string, (reason: Error) => void>();

  async request(name: string, options: Options, work: Work): Promise<unknown> {
    if (this.#held.has(name)) {
      if (options.ifAvailable) return work(null);
      if (!options.steal) throw new Error('Waiting is not modelled');
      this.#held.get(name)?.(new DOMException('Stolen', 'AbortError'));
    }
    return new Promise((resolve, reject) => {
      this.#held.set(name, reject);
      Promise.resolve(work({})).then(
        (done) => {
          if (this.#held.get(name) === reject) this.#held.delete(name);
          resolve(done);
        },
        (error) => {
          if (this.#held.get(name) === reject) this.#held.delete(name);
          reject(error);
        },
      );
    });
  }

  /** The browser frees what a closed tab held. */
  closeHolder(): void {
    this.#held.clear();
  }

  /** The holder keeps its lock, and its timers (the heartbeat) stand still. */
  freezeHolder(): void {
    for (const beat of Object.keys(localStorage)) {
      if (beat.startsWith('branch-desk.drain.')) localStorage.setItem(beat, `${Date.now()} frozen-tab`);
    }
  }
}
