import { failsWith } from '#app/outbox/model/dependencies.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { messages } from '#app/outbox/texts.en.ts';
import type { OutboxDb } from './outbox-db.ts';

export function dependentEntries(entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter((other) => other.dependsOn.includes(entry.id) && failsWith(other, entry));
}

/**
 * This and all of the following run inside the caller's transaction, so that no sender can claim the entry in between.
 */
export async function replaceDependencyId(db: OutboxDb, from: string, to: string): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(from)
    .modify((entry) => {
      entry.dependsOn = entry.dependsOn.map((id) => (id === from ? to : id));
    });
}

/** For a create whose record the server will never have under its id: nothing that names it is sent. */
export async function rejectDependents(
  db: OutboxDb,
  create: Pick<OutboxEntry, 'id' | 'operation' | 'body' | 'before' | 'entityKey'>,
): Promise<void> {
  if (create.operation.kind !== 'create') return;
  await db.outbox
    .where('dependsOn')
    .equals(create.id)
    .modify((entry) => {
      if (!failsWith(entry, create)) return;
      entry.state = 'rejected';
      entry.lastError = messages.dependencyNeverRecorded;
      entry.missingRecord = create.operation.recordId;
    });
}

/** The entry is removed without being sent, and its form still holds the input. */
export async function removeRefused(db: OutboxDb, entry: OutboxEntry): Promise<void> {
  await db.outbox.delete(entry.seq);
  await rejectDependents(db, entry);
}
