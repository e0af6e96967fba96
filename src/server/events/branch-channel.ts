import { type Role, roleMay } from '#contract/permissions.ts';
import { type ChangeCounts, versionOf } from '#server/store/branch-changes.ts';
import { hiddenResources } from '#server/store/visible-history.ts';
import type { PublishedChange } from './change-listener.ts';
import { encodeEvent } from './event-frames.ts';
import type { EventStream } from './event-stream.ts';

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
  readonly #counts = new Map<number, number>();
  #told = '0';
  #resources = new Set<string>();
  #keys: string[] | undefined = [];
  #missed = false;
  #timer: NodeJS.Timeout | undefined;
  #counted: Promise<void> | undefined;
  /** When its version was last asked for; milliseconds. */
  usedAt = 0;

  /**
   * Returns a version that is not newer than what is read from now on: the writes that this process has heard of, counted from the first
   * call on. @throws whatever the database throws
   */
  async knownVersion(readCounts: () => Promise<ChangeCounts>): Promise<string> {
    this.usedAt = Date.now();
    this.#counted ??= readCounts().then((counts) => this.advance(counts));
    try {
      await this.#counted;
    } catch (error) {
      this.#counted = undefined;
      throw error;
    }
    return versionOf(this.#counts);
  }

  /** Takes over counts that were read from the database. */
  advance(counts: ChangeCounts): void {
    for (const [shard, count] of counts) {
      this.#counts.set(shard, Math.max(count, this.#counts.get(shard) ?? 0));
    }
  }

  /** Takes in a published write; it is told with those of the next moment. */
  add({ shard, count, resource, key }: PublishedChange): void {
    const known = this.#counts.get(shard) ?? 0;
    if (count <= known) return;
    this.#counts.set(shard, count);
    // Shards count in ones: a gap is a write that was not heard of.
    if (known > 0 && count > known + 1) this.#missed = true;
    this.#resources.add(resource);
    if (key === undefined || (this.#keys?.length ?? 0) >= MAX_KEYS) this.#keys = undefined;
    else this.#keys?.push(key);
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Sends the batch to all streams. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const since = this.#told;
    this.#told = versionOf(this.#counts);
    const [resources, keys, missed] = [[...this.#resources], this.#keys, this.#missed];
    [this.#resources, this.#keys, this.#missed] = [new Set(), [], false];
    if (missed) this.#sendAll(this.everything());
    else if (resources.length > 0) {
      const changed = { name: 'changed', version: this.#told, since, ...(keys && { keys }) } as const;
      this.#sendByRole((role) => {
        const hidden = hiddenOf(role);
        const told = resources.filter((resource) => !hidden.includes(resource));
        return encodeEvent({ ...changed, resources: told, spread: this.#spread() });
      });
    }
  }

  /** Tells all streams that anything may have changed. */
  tellEverything(): void {
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

  /** Stops the timer. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #spread(): number {
    return Math.min(MAX_SPREAD_MS, Math.max(0, this.streams.size - UNSPREAD_STREAMS));
  }

  /** Sends each stream the frame of its role, encoded once; a role is told nothing of what it may not see (decision 46). */
  #sendByRole(frameOf: (role: Role) => Buffer): void {
    const frames = new Map<Role, Buffer>();
    for (const stream of this.streams) {
      const frame = frames.get(stream.claim.role) ?? frameOf(stream.claim.role);
      frames.set(stream.claim.role, frame);
      stream.send(frame);
    }
  }

  #sendAll(frame: Buffer): void {
    for (const stream of this.streams) stream.send(frame);
  }
}
