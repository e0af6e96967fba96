import type { BranchEvent } from '#contract/events.ts';
import { type Role, roleMay } from '#contract/permissions.ts';
import { hiddenResources } from '#server/history/history.ts';
import type { PublishedChange } from './change-listener.ts';
import { type EventStream, encodeEvent } from './event-stream.ts';

/** Milliseconds in which changes are batched into one event. */
const BATCH_MS = 150;
/** Without keys, above this number, devices cannot recognise their own writes. */
const MAX_KEYS = 20;
/** Streams that may read at once; each further one adds a millisecond to the spread. */
const UNSPREAD_STREAMS = 50;
const MAX_SPREAD_MS = 1_000;

/** Changes of users are told to all, because a user's own role may be meant. */
const hiddenOf = (role: Role) => hiddenResources({ sees: (permission) => roleMay(role, permission) });

/** Each event is encoded once for each role and written to all streams. */
export class BranchChannel {
  readonly streams = new Set<EventStream>();
  /** Time of the last use, in milliseconds. */
  usedAt = Date.now();
  #version: number | undefined;
  #sent = '0';
  #resources = new Set<string>();
  #keys: string[] | undefined = [];
  #missed = false;
  #timer: NodeJS.Timeout | undefined;

  /** Includes all received writes; undefined before the first one was received or read. */
  get version(): string | undefined {
    return this.#version === undefined ? undefined : String(this.#version);
  }

  /** Sets the version from the database, unless a stream is open: it would miss the writes between. */
  begin(version: string): void {
    if (this.streams.size === 0) this.#version = Math.max(this.#version ?? 0, Number(version));
  }

  /** The write is told together with those of the next moment. */
  add({ count, resource, key }: PublishedChange): void {
    const known = this.#version;
    if (known !== undefined && count <= known) return;
    // PostgreSQL publishes in the order of the counts. The first write of a branch begins with the clock.
    if (known && count > known + 1) this.#missed = true;
    this.#version = count;
    this.#resources.add(resource);
    if (key === undefined || (this.#keys?.length ?? 0) >= MAX_KEYS) this.#keys = undefined;
    else this.#keys?.push(key);
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  flush(): void {
    this.stop();
    const since = this.#sent;
    this.#sent = this.version ?? '0';
    const [resources, keys, missed] = [[...this.#resources], this.#keys, this.#missed];
    [this.#resources, this.#keys, this.#missed] = [new Set(), [], false];
    if (missed) {
      const frame = this.everything();
      for (const stream of this.streams) stream.send(frame);
    } else if (resources.length > 0) {
      const changed = { name: 'changed', version: this.#sent, since, ...(keys && { keys }) } as const;
      this.#sendByRole((role) => {
        const hidden = hiddenOf(role);
        const visible = resources.filter((resource) => !hidden.includes(resource));
        return { ...changed, resources: visible, spread: this.#spread() };
      });
    }
  }

  /**
   * Anything may have changed.
   * @param version as read from the database, if it answers
   */
  tellEverything(version: string | undefined): void {
    if (version !== undefined) this.#version = Number(version);
    this.#missed = true;
    this.flush();
  }

  open(stream: EventStream, since: string | undefined): void {
    this.flush();
    this.streams.add(stream);
    const isCurrent = since === this.#sent;
    stream.send(isCurrent ? encodeEvent({ name: 'unchanged', version: this.#sent }) : this.everything());
  }

  everything(): Buffer {
    return encodeEvent({ name: 'everything', version: this.#sent, spread: this.#spread() });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #spread(): number {
    return Math.min(MAX_SPREAD_MS, Math.max(0, this.streams.size - UNSPREAD_STREAMS));
  }

  /** A role is told only of resources that it may see (decision 46). Each frame is encoded once. */
  #sendByRole(eventOf: (role: Role) => BranchEvent): void {
    const frames = new Map<Role, Buffer>();
    for (const stream of this.streams) {
      const { role } = stream.claim;
      const frame = frames.get(role) ?? encodeEvent(eventOf(role));
      frames.set(role, frame);
      stream.send(frame);
    }
  }
}
