import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { newEntry } from '#app/outbox/store/entry-change.ts';
import { publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import { NINE_AM } from './device.ts';
import { newInstallment } from './mutations.ts';

/** The moments between which `pageRead` was read: what was acknowledged before them is in it. */
export const interval = { began: 100, ended: 110 };

export const pageRead = <T extends RecordRow>(results: readonly T[], { began, ended } = interval) => ({
  data: { count: results.length, next: null, previous: null, results: [...results] },
  ...{ began, ended, readAt: 0 },
});

/** An enrolment of Mona with 2,000 remaining, as the server answers it. */
export const storedCourse = (changes: Partial<RecordRow> = {}): RecordRow => ({
  id: 'c1',
  ...{ student: 's1', student_data: { id: 's1', name: 'Mona Adel', code: 'S-0001', phone: null } },
  ...{ receipt_number: '7', level: '3', period: '3', transportation_type: 'parent' },
  ...{ price: '3000.00', paid_amount: '1000.00', remaining_amount: '2000.00' },
  ...{ is_installment: false, related_record: null, custom_date: null, notes: null },
  created_at: '2026-11-05T08:00:00Z',
  ...changes,
});

const owner = { ownerId: 'mona', branchId: 'b1' };

export function entriesFor(...mutations: (Mutation | [Mutation, Partial<OutboxEntry>])[]): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  for (const item of mutations) {
    const [mutation, changes] = Array.isArray(item) ? item : [item, {}];
    const { operation, ...entry } = newEntry(mutation, owner, entries, NINE_AM);
    const isNamed = operation.kind === 'create' && isResourceName(operation.resource);
    const recordId = (isNamed && changes.result?.id) || operation.recordId;
    const seq = entries.length + 1;
    entries.push({ ...entry, operation: { ...operation, recordId }, seq, ...changes });
  }
  return entries;
}

export function publishInstallments(...states: OutboxEntry['state'][]): void {
  const rows = entriesFor(
    ...states.map((state): [Mutation, Partial<OutboxEntry>] => [newInstallment('c1', '500.00'), { state }]),
  );
  publishOutbox({ rows, loaded: true });
}
