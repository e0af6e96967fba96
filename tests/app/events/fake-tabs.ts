type Work = (lock: object | null) => unknown;

interface Request {
  readonly work: Work;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Fakes the Web Locks of one origin with waiting, aborting and stealing. */
export class QueueLocks {
  #holder: Request | undefined;
  readonly #waiting: Request[] = [];

  request(_name: string, options: { signal?: AbortSignal; steal?: boolean }, work: Work): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request = { work, resolve, reject };
      if (options.steal) {
        this.#holder?.reject(new DOMException('Stolen', 'AbortError'));
        this.#grant(request);
        return;
      }
      options.signal?.addEventListener('abort', () => {
        const at = this.#waiting.indexOf(request);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        reject(new DOMException('Aborted', 'AbortError'));
      });
      this.#waiting.push(request);
      this.#next();
    });
  }

  #next(): void {
    const next = this.#holder ? undefined : this.#waiting.shift();
    if (next) this.#grant(next);
  }

  #grant(request: Request): void {
    this.#holder = request;
    const release = () => {
      if (this.#holder !== request) return;
      this.#holder = undefined;
      this.#next();
    };
    Promise.resolve(request.work({})).then(
      (result) => {
        release();
        request.resolve(result);
      },
      (error) => {
        release();
        request.reject(error);
      },
    );
  }
}

/** Fakes BroadcastChannel: delivers to all others of the name at once. */
export class FakeChannel {
  static readonly open = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    FakeChannel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.open) {
      if (other === this || other.name !== this.name) continue;
      other.onmessage?.({ data: structuredClone(data) });
    }
  }

  close(): void {
    FakeChannel.open.delete(this);
  }
}
