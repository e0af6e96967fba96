import { type ChangeCounts, versionOf } from '#server/store/branch-changes.ts';
import type { PublishedChange } from './change-listener.ts';

/** Stands for the resource where a transaction has changed very many records (migration 0062). */
export const EVERYTHING = 'everything';

/** Holds the changes of a shard that were heard before an earlier one. */
interface Ahead {
  readonly changes: Map<number, PublishedChange>;
  /** When the first of them was heard, by the clock of the caller. */
  readonly since: number;
}

/**
 * Puts the published changes of a branch into the order in which each shard has counted them: they are published after their commits, so
 * that a later one may be heard first (decision 129). Its version stands for exactly those changes that it has delivered.
 */
export class ChangeOrder {
  readonly #counts = new Map<number, number>();
  readonly #ahead = new Map<number, Ahead>();
  #version: string | undefined;
  #isRead = false;

  /** Whether the counts were read from the database; what is heard before waits for that. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** The version of the branch with all changes that were delivered. */
  get version(): string {
    this.#version ??= versionOf(this.#counts);
    return this.#version;
  }

  /** Whether a change was heard whose predecessor was not. */
  get hasGap(): boolean {
    return this.#ahead.size > 0;
  }

  /** Takes in a change; those that were known are left out. @returns the changes that follow without a gap */
  add(change: PublishedChange, now: number): readonly PublishedChange[] {
    const known = this.#counts.get(change.shard);
    if (known !== undefined && change.count <= known) return [];
    const ahead = this.#ahead.get(change.shard) ?? { changes: new Map(), since: now };
    ahead.changes.set(change.count, change);
    this.#ahead.set(change.shard, ahead);
    if (!this.#isRead) return [];
    // The first change of a shard follows none, and one of everything contains those before it.
    if (known === undefined || change.resource === EVERYTHING) {
      this.#set(change.shard, change.count - 1);
      for (const count of ahead.changes.keys()) if (count < change.count) ahead.changes.delete(count);
    }
    return this.#follow(change.shard);
  }

  /** Takes over counts that were read from the database, and forgets what they contain. */
  advance(counts: ChangeCounts): void {
    this.#isRead = true;
    for (const [shard, count] of counts) {
      if (count > (this.#counts.get(shard) ?? 0)) this.#set(shard, count);
    }
    for (const shard of this.#ahead.keys()) this.#skipGap(shard);
  }

  /** Returns whether one of these counts is of a change that was not delivered. */
  isBehind(counts: ChangeCounts): boolean {
    return [...counts].some(([shard, count]) => count > (this.#counts.get(shard) ?? 0));
  }

  /** Skips the missing changes before those that have waited since this time or longer. @returns whether there were any */
  skipGaps(since: number): boolean {
    const old = [...this.#ahead].filter(([, ahead]) => ahead.since <= since);
    for (const [shard] of old) this.#skipGap(shard);
    return old.length > 0;
  }

  /** Takes all changes of a shard that were heard for delivered, with the missing ones before them. */
  #skipGap(shard: number): void {
    this.#set(
      shard,
      Math.max(this.#counts.get(shard) ?? 0, ...(this.#ahead.get(shard)?.changes.keys() ?? [])),
    );
    this.#ahead.delete(shard);
  }

  #follow(shard: number): readonly PublishedChange[] {
    const ahead = this.#ahead.get(shard);
    const following: PublishedChange[] = [];
    for (let count = (this.#counts.get(shard) ?? 0) + 1; ; count++) {
      const change = ahead?.changes.get(count);
      if (!change) break;
      ahead?.changes.delete(count);
      this.#set(shard, count);
      following.push(change);
    }
    if (ahead?.changes.size === 0) this.#ahead.delete(shard);
    return following;
  }

  #set(shard: number, count: number): void {
    this.#counts.set(shard, count);
    this.#version = undefined;
  }
}
