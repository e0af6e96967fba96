import { sql } from 'kysely';
import { type CountBody, closeMessages, countBody, finishBody } from '#contract/closes.ts';
import { formatMoney, type Piastres, parsePiastres } from '#contract/money.ts';
import { DRAWER_CLOSE } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { appendHistory } from '#server/store/history.ts';
import { badField, conflict, notFound } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { parseBody } from '#server/store/records/body.ts';
import { type CloseRecord, hasDifference, requireClose } from './close-reader.ts';

/** Represents the newest close of a user. */
type LastClose = Pick<CloseRecord, 'id' | 'finished_at'> & { readonly kept: Piastres };

/** Returns what was counted, in piastres. */
function countedSum({ pieces = {}, other }: CountBody): Piastres {
  const inPieces = Object.entries(pieces).map(([value, count]) => parsePiastres(value) * BigInt(count));
  return inPieces.reduce((sum, part) => sum + part, parsePiastres(other ?? '0.00'));
}

/**
 * Locks the user and reads their newest close. A statement that waited for the lock may still miss the close that it waited for; then a
 * unique index of closes refuses the second one.
 */
async function lockDrawer(scope: BranchScope): Promise<LastClose | undefined> {
  const found = await scope.first(sql<{ [Part in keyof LastClose]: LastClose[Part] | null }>`
    select last.id, last.kept, last.finished_at
    from (select id from ${scope.rows('app_user')} as account where id = ${scope.userId} for no key update) as own
      left join lateral (
        select id, kept, finished_at from ${scope.rows('drawer_close')} as r where user_id = own.id order by id desc limit 1
      ) as last on true`);
  const { id, kept, finished_at = null } = found ?? {};
  return typeof id === 'bigint' && typeof kept === 'bigint' ? { id, kept, finished_at } : undefined;
}

/** Checks that the period is the one that the user counted. @throws {HttpError} 409 */
function assertCanBegin(last: LastClose | undefined, { after }: CountBody): void {
  if (last && last.finished_at === null) throw conflict(messages.closeUnfinished);
  if (after !== undefined && after !== (last ? String(last.id) : null))
    throw conflict(messages.closedMeanwhile);
}

/** Stores the count with the lines that it takes (migration 0031) and returns its id. @throws {HttpError} 400 if more stays than was counted */
async function insertClose(
  scope: BranchScope,
  count: CountBody,
  last: LastClose | undefined,
): Promise<bigint> {
  const counted = countedSum(count);
  const kept = parsePiastres(count.kept ?? '0.00');
  if (kept > counted) throw badField('kept', closeMessages.keptTooMuch);
  const float = last ? last.kept : parsePiastres(count.float ?? '0.00');
  const other = parsePiastres(count.other ?? '0.00');
  const close = {
    branch_id: scope.branchId,
    user_id: scope.userId,
    previous_id: last?.id ?? null,
    pieces: count.pieces ?? {},
    other,
    counted,
    float,
    kept,
    notes: count.notes ?? null,
    created_at: scope.now,
  };
  const text = JSON.stringify(close, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  const made = await scope.first(sql<{ id: bigint }>`
    select close_drawer(jsonb_populate_record(null::drawer_close, ${text}::jsonb)) as id`);
  if (!made) throw new Error('close_drawer returned no row');
  return made.id;
}

async function note(
  scope: BranchScope,
  action: 'created' | 'changed',
  close: object & { id: string; user_name: string; counted: string },
  before?: object,
) {
  const amount = formatMoney(parsePiastres(close.counted));
  await appendHistory(scope, {
    resource: DRAWER_CLOSE,
    id: close.id,
    title: messages.closeTitle({ name: close.user_name, amount }),
    month: null,
    action,
    ...(before && { before }),
    after: close,
  });
}

/**
 * Counts the user's drawer (decision 54). What was received and paid out since their last close is expected beside the float; the answer
 * is the first that says it. Without a difference the close is finished; with one it waits for its reason.
 * @throws {HttpError} 400 for a wrong count, 409 if the last close waits for its reason, or is not the one that the body names
 */
export async function countDrawer(scope: BranchScope, body: unknown): Promise<object> {
  const count = parseBody(countBody, body);
  const last = await lockDrawer(scope);
  assertCanBegin(last, count);
  const id = await insertClose(scope, count, last);
  const close = await requireClose(scope, id);
  await note(scope, 'created', close);
  return close;
}

/**
 * Finishes a close with the reason of its difference (decision 54). Finished with the same reason already, it answers the same.
 * @throws {HttpError} 400 without a reason, 404, 409 if it is finished
 */
export async function finishClose(scope: BranchScope, id: string, body: unknown): Promise<object> {
  await lockDrawer(scope);
  const parsed = parseId(id);
  const before = await requireClose(scope, parsed);
  if (before.user !== String(scope.userId)) throw notFound();
  const { reason } = parseBody(finishBody, body);
  if (before.finished_at !== null) {
    if (hasDifference(before) && before.reason === reason) return before;
    throw conflict(messages.closeFinished);
  }
  await scope.update('drawer_close', sql`id = ${parsed}`, { reason, finished_at: scope.now });
  const after = await requireClose(scope, parsed);
  await note(scope, 'changed', after, before);
  return after;
}
