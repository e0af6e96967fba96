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
import { PreparedStatement, slot } from '#server/store/statement-cache.ts';
import { hasDifference, requireClose, type StoredClose, wireClose } from './close-reader.ts';

/** Returns what was counted, in piastres. */
function countedSum({ pieces = {}, other }: CountBody): Piastres {
  const inPieces = Object.entries(pieces).map(([value, count]) => parsePiastres(value) * BigInt(count));
  return inPieces.reduce((sum, part) => sum + part, parsePiastres(other ?? '0.00'));
}

/** Represents a new close, or why it was refused. */
type CountedClose = StoredClose & { readonly refusal: 'unfinished' | 'closed-meanwhile' | null };

/** Counts the drawer of the user in one round trip (migration 0041). */
const counts = PreparedStatement.ofRows(sql<CountedClose>`
  select refusal, since, user_name, parts, 0 as changed, 0::bigint as change, (close).id, (close).user_id, (close).pieces, (close).other,
    (close).counted, (close).float, (close).kept, (close).expected, (close).notes, (close).reason, (close).created_at, (close).finished_at
  from count_drawer(jsonb_populate_record(null::drawer_close, ${slot('count')}::jsonb), ${slot('knowsLast')}::boolean)`);

const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** Stores the count with the lines that it takes. @throws {HttpError} 400 if more stays than was counted, 409 */
async function insertClose(scope: BranchScope, count: CountBody): Promise<StoredClose> {
  const counted = countedSum(count);
  const kept = parsePiastres(count.kept ?? '0.00');
  if (kept > counted) throw badField('kept', closeMessages.keptTooMuch);
  const close = {
    branch_id: scope.branchId,
    user_id: scope.userId,
    previous_id: count.after == null ? null : (parseId(count.after) ?? -1n),
    pieces: count.pieces ?? {},
    other: parsePiastres(count.other ?? '0.00'),
    counted,
    float: parsePiastres(count.float ?? '0.00'),
    kept,
    notes: count.notes ?? null,
    created_at: scope.now,
  };
  const values = { count: JSON.stringify(close, asText), knowsLast: count.after !== undefined };
  const [made] = await scope.prepared(counts, values);
  if (!made) throw new Error('count_drawer returned no row');
  if (made.refusal === 'unfinished') throw conflict(messages.closeUnfinished);
  if (made.refusal !== null) throw conflict(messages.closedMeanwhile);
  return made;
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
  const close = wireClose(await insertClose(scope, count));
  await note(scope, 'created', close);
  return close;
}

/**
 * Finishes a close with the reason of its difference (decision 54). Finished with the same reason already, it answers the same.
 * @throws {HttpError} 400 without a reason, 404, 409 if it is finished
 */
export async function finishClose(scope: BranchScope, id: string, body: unknown): Promise<object> {
  await scope.first(
    sql`select id from ${scope.rows('app_user')} as account where id = ${scope.userId} for no key update`,
  );
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
