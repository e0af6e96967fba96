import type { OutboxDb } from './outbox-db.ts';
import type { OutboxRow } from './outbox-row.ts';
import { restsOn, type Touching } from './touches.ts';

/**
 * After a write was changed, taken back or refused: what the forms of later ones worked out from it is not
 * shown any more. Runs inside the caller's transaction.
 */
export async function forgetExpected(db: OutboxDb, changed: Touching & Pick<OutboxRow, 'id'>): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(changed.id)
    .modify((row) => {
      if (restsOn(row, changed)) delete row.expected;
    });
}
