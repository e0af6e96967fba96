import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { newEntry } from '#app/outbox/store/new-entry.ts';
import { NINE_AM } from './device.ts';

const owner = { ownerId: 'mona', branchId: 'b1' };

/** Rows as enqueueing these writes one after the other makes them. */
export function entriesFor(...writes: (Mutation | [Mutation, Partial<OutboxEntry>])[]): OutboxEntry[] {
  const rows: OutboxEntry[] = [];
  for (const entry of writes) {
    const [write, changes] = Array.isArray(entry) ? entry : [entry, {}];
    rows.push({ ...newEntry(write, owner, rows, NINE_AM), seq: rows.length + 1, ...changes });
  }
  return rows;
}
