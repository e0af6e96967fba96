import { type AffectingMutation, derivesFrom } from '../model/dependencies.ts';
import type { OutboxEntry } from '../model/entry.ts';
import type { OutboxDb } from './outbox-db.ts';

/**
 * Deletes the optimistic values that other entries derived from a changed, removed or rejected one. Runs
 * inside the caller's transaction.
 */
export async function forgetOptimisticValues(
  db: OutboxDb,
  changed: AffectingMutation & Pick<OutboxEntry, 'id'>,
): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(changed.id)
    .modify((entry) => {
      if (derivesFrom(entry, changed)) delete entry.expected;
    });
}
