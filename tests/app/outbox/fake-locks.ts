type Work = (lock: object | null) => unknown;
interface Options {
  readonly ifAvailable?: boolean;
  readonly steal?: boolean;
}

/** Fakes the Web Locks of one origin as far as the outbox uses them, including tabs that close or freeze. */
export class FakeLocks {
  readonly #held = new Map<string, (reason: Error) => void>();

  async request(name: string, options: Options, work: Work): Promise<unknown> {
    if (this.#held.has(name)) {
      if (options.ifAvailable) return work(null);
      if (!options.steal) throw new Error('The fake does not implement waiting for a lock');
      this.#held.get(name)?.(new DOMException('Stolen', 'AbortError'));
    }
    return new Promise((resolve, reject) => {
      this.#held.set(name, reject);
      Promise.resolve(work({})).then(
        (result) => {
          if (this.#held.get(name) === reject) this.#held.delete(name);
          resolve(result);
        },
        (error) => {
          if (this.#held.get(name) === reject) this.#held.delete(name);
          reject(error);
        },
      );
    });
  }

  /** Releases all locks, as the browser does when a tab closes. */
  closeHolder(): void {
    this.#held.clear();
  }

  /** Freezes the holder: it keeps its lock, and its heartbeat stops. */
  freezeHolder(): void {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('branch-desk.drain.')) localStorage.setItem(key, `${Date.now()} frozen-tab`);
    }
  }
}
