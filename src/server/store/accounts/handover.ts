import { sql } from 'kysely';
import { permissions } from '#contract/permissions.ts';
import type { Handover } from '#contract/users.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { appendHistory } from '#server/store/history.ts';
import { conflict, forbidden } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { historyRecordOf, readUser } from './users.ts';

/**
 * Gives a manager the storage key of a disabled user, so that they can read and send what that user left on the device (decision 103).
 * The history tells it.
 * @throws {HttpError} 403, also for an approved request: an approval shows nothing; 404; 409 for a user who can sign in
 */
export async function handOver(scope: BranchScope, id: string): Promise<Handover> {
  if (!scope.sees('entries.hand-over')) throw forbidden(permissions['entries.hand-over'].refusal);
  const user = await readUser(scope, id);
  const disabled = sql`id = ${user.id} and disabled_at is not null`;
  // Locks the row: who is enabled meanwhile is not disabled any more.
  if ((await scope.update('app_user', disabled, { handed_over_at: scope.now })) === 0)
    throw conflict(messages.stillSignsIn);
  const stored = await scope.first(
    sql<{
      storage_key: Buffer;
    }>`select storage_key from ${scope.rows('app_user')} as account where id = ${user.id}`,
  );
  if (!stored) throw new Error('The locked user is gone');
  const note = messages.leftEntriesOpened;
  await appendHistory(scope, {
    ...historyRecordOf(user),
    action: 'changed',
    before: user,
    after: user,
    note,
  });
  return { storage_key: stored.storage_key.toString('base64') };
}

/**
 * Tells whether another user may send the entries of this one: while they are disabled, and later those that were handed over by then
 * (decision 103).
 */
export async function mayBeSentFor(scope: BranchScope, id: bigint): Promise<boolean> {
  const found = await scope.first(
    sql`select id from ${scope.rows('app_user')} as account
      where id = ${id} and (disabled_at is not null or handed_over_at is not null)`,
  );
  return found !== undefined;
}
