import type { BranchEvent } from '#contract/events.ts';
import { type Role, roleMay } from '#contract/permissions.ts';
import { hiddenResources } from '#server/history/history.ts';
import type { PublishedChange } from './change-listener.ts';
import { type EventStream, encodeEvent } from './event-stream.ts';

/** Time in which changes are batched into one event, in milliseconds. */
const BATCH_MS = 150;
/** Limits the keys of one event; above it devices cannot tell their own writes. */
const MAX_KEYS = 20;
/** Number of streams that may read at once; each further one adds a millisecond to the spread. */
const UNSPREAD_STREAMS = 50;
const MAX_SPREAD_MS = 1_000;

/** Returns the resources that a role is not told. That users changed everybody is: it may be their own role. */
const hiddenOf = (role: Role) => hiddenResources({ sees: (permission) => roleMay(role, permission) });

/** The open streams of one branch: each event is encoded once for each role and written to all. */
export class BranchChannel {
  readonly streams = new Set<EventStream>();
  /** When it was last asked for; milliseconds. */
  usedAt = Date.now();
  /** The count of the last write that was heard or read. */
  #version: number | undefined;
  /** The version that the streams know. */
  #told = '0';
  #resources = new Set<string>();
  #keys: string[] | undefined = [];
  #missed = false;
  #timer: NodeJS.Timeout | undefined;

  /** The version with all writes that were heard; undefined before the first one was heard or read. */
  get version(): string | undefined {
    return this.#version === undefined ? undefined : String(this.#version);
  }

  /** Takes in a version that was read from the database, unless a stream is open by now: it would not be told what that contains. */
  begin(version: string): void {
    if (this.streams.size === 0) this.#version = Math.max(this.#version ?? 0, Number(version));
  }

  /** Takes in a published write; it is told with those of the next moment. */
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
    const since = this.#told;
    this.#told = this.version ?? '0';
    const [resources, keys, missed] = [[...this.#resources], this.#keys, this.#missed];
    [this.#resources, this.#keys, this.#missed] = [new Set(), [], false];
    if (missed) {
      const frame = this.everything();
      for (const stream of this.streams) stream.send(frame);
    } else if (resources.length > 0) {
      const changed = { name: 'changed', version: this.#told, since, ...(keys && { keys }) } as const;
      this.#sendByRole((role) => {
        const hidden = hiddenOf(role);
        const told = resources.filter((resource) => !hidden.includes(resource));
        return { ...changed, resources: told, spread: this.#spread() };
      });
    }
  }

  /** Tells all streams that anything may have changed. @param version what was read from the database, if it answers */
  tellEverything(version: string | undefined): void {
    if (version !== undefined) this.#version = Number(version);
    this.#missed = true;
    this.flush();
  }

  /** Adds a stream. Its first event tells whether anything was written since the version that its device knows. */
  open(stream: EventStream, since: string | undefined): void {
    this.flush();
    this.streams.add(stream);
    const isCurrent = since === this.#told;
    stream.send(isCurrent ? encodeEvent({ name: 'unchanged', version: this.#told }) : this.everything());
  }

  /** Returns the frame for a device that has missed something. */
  everything(): Buffer {
    return encodeEvent({ name: 'everything', version: this.#told, spread: this.#spread() });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #spread(): number {
    return Math.min(MAX_SPREAD_MS, Math.max(0, this.streams.size - UNSPREAD_STREAMS));
  }

  /** Sends each stream the event of its role, encoded once; a role is told nothing of what it may not see (decision 46). */
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
