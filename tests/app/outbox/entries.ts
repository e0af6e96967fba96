import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { newEntry } from '#app/outbox/store/entry-change.ts';
import { publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { NINE_AM, newInstallment } from './device.ts';

/** The moments between which `pageRead` was read: what was acknowledged before them is in it. */
export const interval = { began: 100, ended: 110 };

/** Returns a page of these records as the cache keeps it. */
export const pageRead = <T extends RecordRow>(results: readonly T[], { began, ended } = interval) => ({
  data: { count: results.length, next: null, previous: null, results: [...results] },
  ...{ began, ended, readAt: 0 },
});

const owner = { ownerId: 'mona', branchId: 'b1' };

/** Returns the entries that enqueueing these mutations one after the other creates. */
export function entriesFor(...mutations: (Mutation | [Mutation, Partial<OutboxEntry>])[]): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  for (const item of mutations) {
    const [mutation, changes] = Array.isArray(item) ? item : [item, {}];
    entries.push({ ...newEntry(mutation, owner, entries, NINE_AM), seq: entries.length + 1, ...changes });
  }
  return entries;
}

/** Publishes an installment in each of these states as what the outbox holds. */
export function publishInstallments(...states: OutboxEntry['state'][]): void {
  const rows = entriesFor(
    ...states.map((state): [Mutation, Partial<OutboxEntry>] => [newInstallment('c1', '500.00'), { state }]),
  );
  publishOutbox({ rows, ids: new Map(), loaded: true });
}
