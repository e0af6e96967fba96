/** Fakes the cache storage of one origin. */
export class FakeCaches {
  readonly #caches = new Map<string, Map<string, string>>();

  async open(name: string) {
    const cache = this.#caches.get(name) ?? new Map<string, string>();
    this.#caches.set(name, cache);
    return {
      put: async (address: string, response: Response) => void cache.set(address, await response.text()),
      match: async (address: string) => {
        const text = cache.get(address);
        return text === undefined ? undefined : new Response(text);
      },
    };
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }
}

type Work = (lock: object | null) => unknown;

/** Fakes Web Locks that wait for their turn. */
export class LockQueue {
  readonly #held = new Map<string, Promise<unknown>>();

  async request(name: string, options: { readonly ifAvailable?: boolean } | Work, work?: Work) {
    const run = work ?? (options as Work);
    const holder = this.#held.get(name);
    if (holder && typeof options === 'object' && options.ifAvailable) return run(null);
    const turn = (holder ?? Promise.resolve()).catch(() => undefined).then(() => run({}));
    this.#held.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#held.get(name) === turn) this.#held.delete(name);
    }
  }

  async query() {
    return { held: [...this.#held.keys()].map((name) => ({ name })) };
  }
}
