import { z } from 'zod';
import { tabLocks } from '#app/lib/tab-lock.ts';
import { type BranchEvent, branchEvents } from '#contract/events.ts';

/** Time without a word of the leader after which a visible tab takes its place, in milliseconds. */
const FROZEN_AFTER = 60_000;
const ALIVE_INTERVAL = 15_000;

const event = z.discriminatedUnion('name', [
  branchEvents.unchanged.extend({ name: z.literal('unchanged') }),
  branchEvents.everything.extend({ name: z.literal('everything') }),
  branchEvents.changed.extend({ name: z.literal('changed') }),
]);

/** A message between the tabs of a device. */
const tabMessage = z.discriminatedUnion('type', [
  /** A tab that was just shown asks where the leader is. */
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('event'), event }),
  /** The leader saw the connection change: each tab asks for itself. */
  z.object({ type: z.literal('connection') }),
  z.object({ type: z.literal('alive') }),
]);
type TabMessage = z.input<typeof tabMessage>;

export interface SharedEventsOptions {
  /** Name of the lock and the channel: one for each owner. */
  readonly name: string;
  /** A version that is not newer than this tab's data; undefined where none is known. */
  readonly version?: string | undefined;
  /** Opens the connection of the device; returns the stop function. */
  readonly openSource: (onEvent: (event: BranchEvent) => void) => () => void;
  readonly onChanged: (event: Extract<BranchEvent, { name: 'changed' }>) => void;
  readonly onEverything: (spread: number) => void;
  /** Called in the tabs that have no connection of their own. */
  readonly onConnectionChange: () => void;
}

/**
 * Shares one connection between the tabs of a device. The tab with the lock has it and tells the others. Each
 * tab knows the version of its own data, so that a missed event is noticed by the next one.
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

  /** The version of this tab's data; undefined while none is known. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Takes part: as the leader, or as one of those that it tells. */
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

  /** Takes no part any more; the next tab becomes the leader. */
  leave(): void {
    this.#membership?.abort();
    this.#membership = undefined;
    this.#channel?.close();
    this.#channel = undefined;
    clearTimeout(this.#frozenTimer);
  }

  /** Tells the other tabs that the connection changed. */
  tellConnection(): void {
    if (this.#isLeader) this.#tell({ type: 'connection' });
  }

  /** Waits for the lock, and takes it from a tab that is frozen with it. */
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
    /** Waits again behind the tab that took the lock, because this one seemed frozen. Without locks it leads alone. */
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

  /** Expects a word of the leader in time. */
  #expectWord(): void {
    clearTimeout(this.#frozenTimer);
    this.#frozenTimer = setTimeout(() => this.#onSilence(), FROZEN_AFTER);
  }

  /** Has the connection until this tab leaves. */
  async #lead(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    clearTimeout(this.#frozenTimer);
    this.#isLeader = true;
    const stop = this.#options.openSource((told) => {
      this.#take(told);
      this.#tell({ type: 'event', event: told });
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

  /** Takes an event in. One that does not follow this tab's version means that something was missed. */
  #take(told: BranchEvent): void {
    const known = this.#version;
    this.#version = told.version;
    if (told.name === 'changed' && told.since === known) this.#options.onChanged(told);
    else if (told.name === 'everything' || told.version !== known) {
      this.#options.onEverything('spread' in told ? told.spread : 0);
    }
  }

  #tell(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }
}
