import { type AffectingMutation, derivesFrom } from '../model/dependencies.ts';
import type { OutboxEntry } from '../model/entry.ts';
import type { OutboxDb } from './outbox-db.ts';

/**
 * After a write was changed, taken back or refused: what the forms of later ones worked out from it is not
 * shown any more. Runs inside the caller's transaction.
 */
export async function forgetOptimisticValues(
  db: OutboxDb,
  changed: AffectingMutation & Pick<OutboxEntry, 'id'>,
): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(changed.id)
    .modify((row) => {
      if (derivesFrom(row, changed)) delete row.expected;
    });
}
