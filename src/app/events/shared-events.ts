import { z } from 'zod';
import { type LeaderLock, withLeaderLock } from '#app/lib/leader-lock.ts';
import { type BranchEvent, branchEvents } from '#contract/events.ts';

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
    if (typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel(this.#options.name);
      this.#channel.onmessage = ({ data }) => this.#hear(data);
    }
    void this.#takeTurns(membership.signal);
    this.#tell({ type: 'hello' });
  }

  leave(): void {
    this.#membership?.abort();
    this.#membership = undefined;
    this.#channel?.close();
    this.#channel = undefined;
  }

  tellConnection(): void {
    if (this.#isLeader) this.#tell({ type: 'connection' });
  }

  async #takeTurns(left: AbortSignal): Promise<void> {
    const lead = ({ signal }: LeaderLock) => this.#lead(left, signal);
    while (!left.aborted) {
      try {
        await withLeaderLock(this.#options.name, lead, left);
      } catch (error) {
        const isStolen = error instanceof DOMException && error.name === 'AbortError';
        // Without a lock this tab leads alone.
        if (!isStolen) await this.#lead(left, left);
      }
    }
  }

  async #lead(left: AbortSignal, lost: AbortSignal): Promise<void> {
    if (left.aborted) return;
    this.#isLeader = true;
    const stop = this.#options.openSource((event) => {
      this.#take(event);
      this.#tell({ type: 'event', event });
    });
    await new Promise((resolve) => {
      for (const signal of [left, lost]) signal.addEventListener('abort', resolve);
    });
    this.#isLeader = false;
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
