import { type Role, roleMay } from '#contract/permissions.ts';
import type { ChangeCounts } from '#server/store/branch-changes.ts';
import { hiddenResources } from '#server/store/visible-history.ts';
import type { PublishedChange } from './change-listener.ts';
import { ChangeOrder, EVERYTHING } from './change-order.ts';
import { encodeEvent } from './event-frames.ts';
import type { EventStream } from './event-stream.ts';

/** Time in which changes are batched into one event, in milliseconds. */
const BATCH_MS = 150;
/** Time that a change waits for an earlier one that was not heard yet, in milliseconds. */
const MAX_GAP_MS = 400;
/** Time in which a committed write is published, in milliseconds; usually it takes less than a tenth of a second. */
const MAX_UNPUBLISHED_MS = 2_000;
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
  readonly #order = new ChangeOrder();
  #told = '0';
  #resources = new Set<string>();
  #keys: string[] | undefined = [];
  #missed = false;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #expected: { readonly counts: ChangeCounts; readonly since: number } | undefined;
  /** When its version was last asked for; milliseconds. */
  usedAt = 0;

  /**
   * Returns a version that is not newer than what is read from now on: the writes that this process has heard of, counted from the first
   * call on. @throws whatever the database throws
   */
  async knownVersion(readCounts: () => Promise<ChangeCounts>): Promise<string> {
    this.usedAt = Date.now();
    if (!this.#order.isRead) await this.#read(readCounts);
    return this.#order.version;
  }

  #read(readCounts: () => Promise<ChangeCounts>): Promise<void> {
    this.#reading ??= readCounts()
      .then((counts) => {
        if (!this.#order.isRead) this.#order.advance(counts);
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  /** Takes over counts that were read from the database, unless a stream is open by now: it would not be told what they contain. */
  begin(counts: ChangeCounts): void {
    if (this.streams.size === 0) this.#order.advance(counts);
  }

  /** Takes in counts that were read from the database: what they contain is told within the next two seconds. */
  expect(counts: ChangeCounts, now: number): void {
    this.#expected ??= { counts, since: now };
  }

  /**
   * Tells all streams that anything may have changed, if a write was counted two seconds ago and not heard until now: its server has ended
   * before it was published (decision 129).
   */
  tellUnpublished(now: number): void {
    if (!this.#expected || now < this.#expected.since + MAX_UNPUBLISHED_MS) return;
    const { counts } = this.#expected;
    this.#expected = undefined;
    if (this.#order.isBehind(counts)) this.tellEverything(counts);
  }

  /** Takes in a published write; it is told with those of the next moment. */
  add(change: PublishedChange): void {
    for (const { resource, key } of this.#order.add(change, Date.now())) {
      if (resource === EVERYTHING) this.#missed = true;
      this.#resources.add(resource);
      if (key === undefined || (this.#keys?.length ?? 0) >= MAX_KEYS) this.#keys = undefined;
      else this.#keys?.push(key);
    }
    this.#flushLater();
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Sends the batch to all streams. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#order.skipGaps(Date.now() - MAX_GAP_MS)) this.#missed = true;
    if (this.#order.hasGap) this.#flushLater();
    const since = this.#told;
    this.#told = this.#order.version;
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

  /** Tells all streams that anything may have changed. @param counts what was read from the database, if it answers */
  tellEverything(counts?: ChangeCounts): void {
    if (counts) this.#order.advance(counts);
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
