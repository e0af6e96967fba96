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

/** Locks the user, so that of two closes at once the second finds the first, and reads their newest close. */
async function lockDrawer(scope: BranchScope): Promise<LastClose | undefined> {
  await scope.all(sql`
    select id from ${scope.rows('app_user')} as own where id = ${scope.userId} for no key update`);
  return scope.first(sql<LastClose>`
    select id, kept, finished_at from ${scope.rows('drawer_close')} as r
    where user_id = ${scope.userId} order by id desc limit 1`);
}

/** Checks that the period is the one that the user counted. @throws {HttpError} 409 */
function assertCanBegin(last: LastClose | undefined, { after }: CountBody): void {
  if (last && last.finished_at === null) throw conflict(messages.closeUnfinished);
  if (after !== undefined && after !== (last ? String(last.id) : null))
    throw conflict(messages.closedMeanwhile);
}

/**
 * Counts all lines without a close into this one, and stores what they come to. A line that is written at the same time is seen and
 * counted, or it is not and stays for the next close; one that is being changed is waited for. Lines that came to nothing are dropped:
 * if something is paid on their record later, the next close counts it.
 * @returns what is expected, in piastres
 */
async function takeLines(scope: BranchScope, close: bigint): Promise<Piastres> {
  const isOpen = sql`user_id = ${scope.userId} and close_id is null`;
  await scope.remove('drawer_line', sql`${isOpen} and amount = 0`);
  await scope.all(sql`
    select record_id from ${scope.rows('drawer_line')} as line where ${isOpen} order by source, record_id for update`);
  await scope.update('drawer_line', isOpen, { close_id: close });
  const ofClose = sql`select sum(amount) from ${scope.rows('drawer_line')} as line where close_id = ${close}`;
  await scope.update('drawer_close', sql`id = ${close}`, {
    expected: sql`float + coalesce((${ofClose}), 0)`,
  });
  const stored = await scope.first(
    sql<{ expected: Piastres }>`select expected from ${scope.rows('drawer_close')} as r where id = ${close}`,
  );
  return stored?.expected ?? 0n;
}

async function insertClose(
  scope: BranchScope,
  count: CountBody,
  last: LastClose | undefined,
): Promise<bigint> {
  const counted = countedSum(count);
  const kept = parsePiastres(count.kept ?? '0.00');
  if (kept > counted) throw badField('kept', closeMessages.keptTooMuch);
  const float = last ? last.kept : parsePiastres(count.float ?? '0.00');
  const inserted = await scope.insert(
    'drawer_close',
    {
      user_id: scope.userId,
      previous_id: last?.id ?? null,
      pieces: JSON.stringify(count.pieces ?? {}),
      other: parsePiastres(count.other ?? '0.00'),
      counted,
      float,
      kept,
      expected: float,
      notes: count.notes ?? null,
      created_at: scope.now,
    },
    sql<{ id: bigint }>`returning id`,
  );
  if (!inserted) throw new Error('insert into drawer_close returned no row');
  return inserted.id;
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
  if ((await takeLines(scope, id)) === countedSum(count))
    await scope.update('drawer_close', sql`id = ${id}`, { finished_at: scope.now });
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
