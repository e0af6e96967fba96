import { newRow } from '#app/outbox/new-row.ts';
import type { OutboxRow } from '#app/outbox/outbox-row.ts';
import type { Write } from '#app/outbox/write.ts';
import { MORNING } from './device.ts';

const owner = { ownerId: 'mona', branchId: 'b1' };

/** Rows as enqueueing these writes one after the other makes them. */
export function rowsFor(...writes: (Write | [Write, Partial<OutboxRow>])[]): OutboxRow[] {
  const rows: OutboxRow[] = [];
  for (const entry of writes) {
    const [write, changes] = Array.isArray(entry) ? entry : [entry, {}];
    rows.push({ ...newRow(write, owner, rows, MORNING), seq: rows.length + 1, ...changes });
  }
  return rows;
}
