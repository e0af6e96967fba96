import type { OutboxRow } from '#app/outbox/outbox-row.ts';
import type { Write } from '#app/outbox/write.ts';

/** A place in a device's outbox that something was saved to: several writes where later ones were merged into it. */
export interface Saved {
  readonly device: number;
  readonly seq: number;
  readonly writes: Write[];
  /** Taken off the device by a person; or removed, with what it made, before it was sent. */
  gone?: 'discarded' | 'removed';
  /** The row as it was when the device called it done: devices forget such rows after a week. */
  done?: OutboxRow;
}

/** All that devices have said is saved. */
export class Ledger {
  readonly #places = new Map<string, Saved>();

  add(device: number, seq: number, write: Write): void {
    const place = this.at(device, seq);
    if (place) place.writes.push(write);
    else this.#places.set(`${device} ${seq}`, { device, seq, writes: [write] });
  }

  at(device: number, seq: number): Saved | undefined {
    return this.#places.get(`${device} ${seq}`);
  }

  all(): Saved[] {
    return [...this.#places.values()];
  }
}
