import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';

/** A place in a device's outbox that something was saved to: several writes where later ones were merged into it. */
export interface SavedMutation {
  readonly device: number;
  readonly seq: number;
  readonly writes: Mutation[];
  /** Taken off the device by a person; or removed, with what it made, before it was sent. */
  gone?: 'discarded' | 'removed';
  /** The row as it was when the device called it done: devices forget such rows after a week. */
  done?: OutboxEntry;
}

/** All that devices have said is saved. */
export class OperationLog {
  readonly #places = new Map<string, SavedMutation>();

  add(device: number, seq: number, write: Mutation): void {
    const place = this.at(device, seq);
    if (place) place.writes.push(write);
    else this.#places.set(`${device} ${seq}`, { device, seq, writes: [write] });
  }

  at(device: number, seq: number): SavedMutation | undefined {
    return this.#places.get(`${device} ${seq}`);
  }

  all(): SavedMutation[] {
    return [...this.#places.values()];
  }
}
