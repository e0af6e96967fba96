import type { BranchEvent } from '#contract/events.ts';
import { type Role, roleMay } from '#contract/permissions.ts';
import type { ChangeCounter, MovedBranch } from '#server/db/branch-changes.ts';
import { hiddenResources } from '#server/history/history.ts';
import { type EventStream, encodeEvent } from './event-stream.ts';

/** Streams that may read at once; each further one adds a millisecond to the spread. */
const UNSPREAD_STREAMS = 50;
const MAX_SPREAD_MS = 1_000;

/** Changes of users are told to all, because a user's own role may be meant. */
const hiddenOf = (role: Role) => hiddenResources({ sees: (permission) => roleMay(role, permission) });

interface Written {
  readonly resources: readonly string[];
  /** Of all writes, or undefined: a device could not recognise its own. */
  readonly keys: readonly string[] | undefined;
}

/** Undefined if anything may have been written. */
function writtenSince(
  known: ReadonlyMap<number, number>,
  counters: readonly ChangeCounter[],
): Written | undefined {
  const now = new Map(counters.map(({ counter, changes }) => [counter, changes]));
  for (const [counter, changes] of known) if ((now.get(counter) ?? 0) < changes) return undefined;
  const resources = new Set<string>();
  const keys: (string | undefined)[] = [];
  for (const { counter, changes, named_since, resources: written, keys: lastKeys } of counters) {
    const before = known.get(counter) ?? 0;
    if (changes > before && before < named_since) return undefined;
    for (const [resource, last] of Object.entries(written)) if (last > before) resources.add(resource);
    const writes = changes - before;
    keys.push(...(writes <= lastKeys.length ? lastKeys.slice(lastKeys.length - writes) : [undefined]));
  }
  const named = keys.filter((key) => key !== undefined);
  const isWhole = named.length === keys.length && !named.includes('');
  return { resources: [...resources], keys: isWhole ? named : undefined };
}

/** Each event is encoded once for each role and written to all streams. */
export class BranchChannel {
  readonly branchId: bigint;
  readonly streams = new Set<EventStream>();
  usedAt = Date.now();
  /** When its version was last compared with the database, in milliseconds of the monotonic clock. */
  readAt = Number.NEGATIVE_INFINITY;
  #version: bigint | undefined;
  #counts: ReadonlyMap<number, number> = new Map();

  constructor(branchId: bigint) {
    this.branchId = branchId;
  }

  get version(): bigint | undefined {
    return this.#version;
  }

  /** Undefined if any resource may have been written. */
  move({ version, counters }: MovedBranch): readonly string[] | undefined {
    const since = this.#version;
    const written = since === undefined ? undefined : writtenSince(this.#counts, counters);
    this.#version = version;
    this.#counts = new Map(counters.map(({ counter, changes }) => [counter, changes]));
    if (this.streams.size > 0) this.#tell(String(since), written);
    return written?.resources;
  }

  #tell(since: string, written: Written | undefined): void {
    if (!written) {
      const frame = this.everything();
      for (const stream of this.streams) stream.send(frame);
      return;
    }
    const { resources, keys } = written;
    const changed = { name: 'changed', version: String(this.#version), since } as const;
    this.#sendByRole((role) => {
      const hidden = hiddenOf(role);
      const visible = resources.filter((resource) => !hidden.includes(resource));
      return { ...changed, ...(keys && { keys: [...keys] }), resources: visible, spread: this.#spread() };
    });
  }

  open(stream: EventStream, since: string | undefined): void {
    this.streams.add(stream);
    const version = String(this.#version ?? 0);
    stream.send(since === version ? encodeEvent({ name: 'unchanged', version }) : this.everything());
  }

  everything(): Buffer {
    return encodeEvent({ name: 'everything', version: String(this.#version ?? 0), spread: this.#spread() });
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
