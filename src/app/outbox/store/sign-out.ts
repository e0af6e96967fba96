import { forgetCallNames } from '#app/api/acknowledged-calls.ts';
import { endSession } from '#app/api/pending-sign-outs.ts';
import { currentSession } from '#app/api/session.ts';
import { signOut as clearSession } from '#app/cache/sign-in.ts';
import type { StoredEntry } from '../model/entry.ts';
import type { OutboxDb } from './outbox-db.ts';
import { endsSessions } from './server-facts.ts';
import { forgetUndoneNames } from './undone-writes.ts';

/** Returns an acknowledged entry with what sending once needs: its key, and the id that the server gave. */
function stripped(entry: StoredEntry): StoredEntry {
  const { seq, id, schemaVersion, ownerId, branchId, operation, entityKey, merged, createdAt } = entry;
  const { firstSentAt, acknowledgedAt, result } = entry;
  return {
    ...{ seq, id, schemaVersion, ownerId, branchId, operation, entityKey, merged, createdAt },
    ...{ firstSentAt, acknowledgedAt, state: 'done', body: {}, referenced: {}, dependsOn: [], problems: [] },
    ...{ uncertain: false, asksPerson: false, attempts: entry.attempts, nextAttemptAt: 0 },
    ...(result && { result: { id: result.id } }),
  };
}

/** Removes names and amounts from the acknowledged entries of an owner; unsent ones stay as they are. */
export async function stripSettled(db: OutboxDb, ownerId: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const done = await db.outbox.where('[ownerId+state]').equals([ownerId, 'done']).toArray();
    await db.outbox.bulkPut(done.map(stripped));
  });
}

/**
 * Signs the user out, on the server as soon as there is a connection (decision 48). No names or amounts of
 * acknowledged entries stay on a shared device; where the database does not open, nobody can read them either.
 */
export async function signOut(): Promise<void> {
  const session = currentSession();
  const owner = session?.owner;
  // Loaded on demand: the dialog must not load Dexie before it is needed.
  const opened = await import('./outbox-db.ts').catch(() => undefined);
  if (owner) {
    forgetCallNames(owner);
    forgetUndoneNames(owner);
  }
  if (owner && opened) await stripSettled(opened.outboxDb(), owner.ownerId).catch(() => undefined);
  const ends = owner && opened && (await endsSessions(opened.outboxDb(), owner));
  await clearSession();
  if (ends && currentSession() === undefined) await endSession(session.access);
}
