import { z } from 'zod';
import { tabLocks } from '#app/lib/tab-lock.ts';
import { type BranchEvent, branchEvents } from '#contract/events.ts';

/** Milliseconds without a message of the leader after which a visible tab takes its place. */
const FROZEN_AFTER = 60_000;
const ALIVE_INTERVAL = 15_000;

const event = z.discriminatedUnion('name', [
  branchEvents.unchanged.extend({ name: z.literal('unchanged') }),
  branchEvents.everything.extend({ name: z.literal('everything') }),
  branchEvents.changed.extend({ name: z.literal('changed') }),
]);

const tabMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('event'), event }),
  /** The leader saw the connection change, so each tab checks for itself. */
  z.object({ type: z.literal('connection') }),
  z.object({ type: z.literal('alive') }),
]);
type TabMessage = z.input<typeof tabMessage>;

export interface SharedEventsOptions {
  readonly name: string;
  /** A version that is not newer than this tab's data. */
  readonly version?: string | undefined;
  readonly openSource: (onEvent: (event: BranchEvent) => void) => () => void;
  readonly onChanged: (event: Extract<BranchEvent, { name: 'changed' }>) => void;
  readonly onEverything: (spread: number) => void;
  readonly onConnectionChange: () => void;
}

/**
 * Tabs of a device share one connection. The tab with the lock has it and informs the others. Each tab knows the
 * version of its own data, so that the next event reveals a missed one.
 */
export class SharedEvents {
  readonly #options: SharedEventsOptions;
  #version: string | undefined;
  #channel: BroadcastChannel | undefined;
  #membership: AbortController | undefined;
  #isLeader = false;
  #frozenTimer: ReturnType<typeof setTimeout> | undefined;
  #onSilence: () => void = () => undefined;

  constructor(options: SharedEventsOptions) {
    this.#options = options;
    this.#version = options.version;
  }

  get version(): string | undefined {
    return this.#version;
  }

  join(): void {
    if (this.#membership) return;
    const membership = new AbortController();
    this.#membership = membership;
    const locks = tabLocks();
    if (!locks || typeof BroadcastChannel === 'undefined') {
      void this.#lead(membership.signal);
      return;
    }
    this.#channel = new BroadcastChannel(this.#options.name);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.#requestLock(locks, membership.signal);
    this.#tell({ type: 'hello' });
  }

  leave(): void {
    this.#membership?.abort();
    this.#membership = undefined;
    this.#channel?.close();
    this.#channel = undefined;
    clearTimeout(this.#frozenTimer);
  }

  tellConnection(): void {
    if (this.#isLeader) this.#tell({ type: 'connection' });
  }

  #requestLock(locks: LockManager, left: AbortSignal): void {
    const stopLeading = new AbortController();
    const stopWaiting = new AbortController();
    left.addEventListener('abort', () => {
      stopWaiting.abort();
      stopLeading.abort();
    });
    const lead = () => this.#lead(stopLeading.signal);
    this.#onSilence = () => {
      stopWaiting.abort();
      this.#onSilence = () => undefined;
      locks.request(this.#options.name, { steal: true }, lead).catch(onStolen);
    };
    /** Another tab took the lock because this one seemed frozen. Without locks this tab leads alone. */
    const onStolen = (error: unknown) => {
      stopLeading.abort();
      if (left.aborted) return;
      const isStolen = error instanceof DOMException && error.name === 'AbortError';
      if (isStolen) this.#requestLock(locks, left);
      else void this.#lead(left);
    };
    this.#expectWord();
    locks.request(this.#options.name, { signal: stopWaiting.signal }, lead).catch((error: unknown) => {
      if (!stopWaiting.signal.aborted) onStolen(error);
    });
  }

  #expectWord(): void {
    clearTimeout(this.#frozenTimer);
    this.#frozenTimer = setTimeout(() => this.#onSilence(), FROZEN_AFTER);
  }

  async #lead(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    clearTimeout(this.#frozenTimer);
    this.#isLeader = true;
    const stop = this.#options.openSource((event) => {
      this.#take(event);
      this.#tell({ type: 'event', event });
    });
    const alive = setInterval(() => this.#tell({ type: 'alive' }), ALIVE_INTERVAL);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    this.#isLeader = false;
    clearInterval(alive);
    stop();
  }

  #hear(data: unknown): void {
    const message = tabMessage.safeParse(data).data;
    if (!message) return;
    if (message.type === 'hello') {
      if (this.#isLeader && this.#version !== undefined)
        this.#tell({ type: 'event', event: { name: 'unchanged', version: this.#version } });
      return;
    }
    if (!this.#isLeader) this.#expectWord();
    if (message.type === 'event') this.#take(message.event);
    if (message.type === 'connection') this.#options.onConnectionChange();
  }

  /** An event that does not follow this tab's version means that another one was missed. */
  #take(event: BranchEvent): void {
    const known = this.#version;
    this.#version = event.version;
    if (event.name === 'changed' && event.since === known) this.#options.onChanged(event);
    else if (event.name === 'everything' || event.version !== known) {
      this.#options.onEverything('spread' in event ? event.spread : 0);
    }
  }

  #tell(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }
}
