import { gate } from '../../support/gate.ts';

type Work = (lock: object | null) => unknown;
interface Options {
  readonly ifAvailable?: boolean;
  readonly steal?: boolean;
  readonly signal?: AbortSignal;
}
interface Holder extends ReturnType<typeof gate> {
  readonly reject: (reason: Error) => void;
}

const untilAborted = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Fakes the Web Locks of one origin, including tabs that close or freeze. */
export class FakeLocks {
  readonly #held = new Map<string, Holder>();

  async request(name: string, { ifAvailable, steal, signal }: Options, work: Work): Promise<unknown> {
    for (let holder = this.#held.get(name); holder && !steal; holder = this.#held.get(name)) {
      if (ifAvailable) return work(null);
      await Promise.race([holder.until, untilAborted(signal)]);
    }
    const robbed = this.#held.get(name);
    return new Promise((resolve, reject) => {
      const holder = { ...gate(), reject };
      this.#held.set(name, holder);
      robbed?.reject(new DOMException('Stolen', 'AbortError'));
      robbed?.letGo();
      const release = () => {
        if (this.#held.get(name) === holder) this.#held.delete(name);
        holder.letGo();
      };
      Promise.resolve(work({})).then(
        (result) => {
          release();
          resolve(result);
        },
        (error) => {
          release();
          reject(error);
        },
      );
    });
  }

  async query() {
    return { held: [...this.#held.keys()].map((name) => ({ name })), pending: [] };
  }

  closeHolder(): void {
    const holders = [...this.#held.values()];
    this.#held.clear();
    for (const { letGo } of holders) letGo();
  }

  /** Freezes the holder: it keeps its lock, and its heartbeat stops. */
  freezeHolder(): void {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('branch-desk.drain.')) localStorage.setItem(key, `${Date.now()} frozen-tab`);
    }
  }
}
