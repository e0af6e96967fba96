import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { ResourceName } from '#contract/resource-names.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Rows = ReadonlyMap<ResourceName, readonly Row[]>;

/** Describes an outbox entry of a device with all mutations merged into it. */
export interface SavedMutation {
  readonly device: number;
  readonly seq: number;
  readonly mutations: Mutation[];
  /** Set if the user discarded the entry, or if it was removed with its record before it was sent. */
  removed?: 'discarded' | 'removed';
  /** The entry as acknowledged; kept here because devices delete such entries after a week. */
  acknowledged?: OutboxEntry;
  /** Number of restores of the server before it was acknowledged. */
  acknowledgedIn?: number;
  /** It was acknowledged after the backup that was restored later. */
  afterBackup?: true;
  /** The device does not have its content any more: it was acknowledged a week ago, or its user has logged out. */
  forgotten?: true;
  /** All server ids that its record was created with; a restore of the server makes another one necessary. */
  readonly createdIds: Set<string>;
}

const isAnother = (known: OutboxEntry, stored: OutboxEntry) =>
  known.id !== stored.id ||
  known.result?.id !== stored.result?.id ||
  known.acknowledgedAt !== stored.acknowledgedAt;

export class OperationLog {
  readonly #entries = new Map<string, SavedMutation>();
  #backedUp = new Set<SavedMutation>();
  #restores = 0;
  #restoredRows: Rows = new Map();

  add(device: number, seq: number, mutation: Mutation): void {
    const entry = this.at(device, seq);
    if (entry) entry.mutations.push(mutation);
    else this.#entries.set(`${device} ${seq}`, { device, seq, mutations: [mutation], createdIds: new Set() });
  }

  at(device: number, seq: number): SavedMutation | undefined {
    return this.#entries.get(`${device} ${seq}`);
  }

  all(): SavedMutation[] {
    return [...this.#entries.values()];
  }

  /** Logs an entry as its device stores it now; undefined if it does not any more. */
  observe(entry: SavedMutation, stored: OutboxEntry | undefined): void {
    if (stored?.state === 'done') {
      // It may have been offered again and acknowledged again since the last call.
      if (entry.acknowledged === undefined || isAnother(entry.acknowledged, stored)) {
        delete entry.afterBackup;
        entry.acknowledged = stored;
        entry.acknowledgedIn = this.#restores;
        if (stored.operation.kind === 'create' && stored.result) entry.createdIds.add(stored.result.id);
      }
      if (stored.sent === undefined) entry.forgotten = true;
    } else if (stored === undefined) {
      if (entry.acknowledged) entry.forgotten = true;
    } else if (entry.acknowledged) {
      // A restore has undone it, and it is offered to be sent again.
      delete entry.acknowledged;
      delete entry.acknowledgedIn;
      delete entry.afterBackup;
    }
  }

  backedUp(): void {
    this.#backedUp = new Set(this.all().filter(({ acknowledged }) => acknowledged));
  }

  /** Notes that the server was restored from the last backup, and has these records now. */
  restored(rows: Rows): void {
    for (const entry of this.all())
      if (entry.acknowledged && !this.#backedUp.has(entry)) entry.afterBackup = true;
    this.#restores += 1;
    this.#restoredRows = rows;
  }

  get restores(): number {
    return this.#restores;
  }

  get restoredRows(): Rows {
    return this.#restoredRows;
  }
}
