import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';

/** Describes an outbox entry of a device with all mutations merged into it. */
export interface SavedMutation {
  readonly device: number;
  readonly seq: number;
  readonly mutations: Mutation[];
  /** Set if the user discarded the entry, or if it was removed with its record before it was sent. */
  removed?: 'discarded' | 'removed';
  /** The entry as acknowledged; kept here because devices delete such entries after a week. */
  acknowledged?: OutboxEntry;
}

/** Records every mutation that a device reported as saved. */
export class OperationLog {
  readonly #entries = new Map<string, SavedMutation>();

  add(device: number, seq: number, mutation: Mutation): void {
    const entry = this.at(device, seq);
    if (entry) entry.mutations.push(mutation);
    else this.#entries.set(`${device} ${seq}`, { device, seq, mutations: [mutation] });
  }

  at(device: number, seq: number): SavedMutation | undefined {
    return this.#entries.get(`${device} ${seq}`);
  }

  all(): SavedMutation[] {
    return [...this.#entries.values()];
  }
}
