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
