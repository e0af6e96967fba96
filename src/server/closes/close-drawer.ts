import { sql } from 'kysely';
import {
  type CountBody,
  countBody,
  finishBody,
  RECOUNT_MS,
  type RecountBody,
  recountBody,
} from '#contract/closes.ts';
import { newRecordId } from '#contract/ids.ts';
import { formatMoney, type Piastres, parsePiastres } from '#contract/money.ts';
import { methodNameOf } from '#contract/payment-methods.ts';
import { DRAWER_CLOSE } from '#contract/resource-names.ts';
import { bodies } from '#contract/texts/bodies.en.ts';
import { readUser } from '#server/accounts/users.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { parseRecordId, requireRecordId } from '#server/db/columns.ts';
import { appendHistory } from '#server/history/history.ts';
import { recordClose } from '#server/ledger/ledger.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, badFields, conflict, type HttpError, notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { readLists } from '#server/records/branch-lists.ts';
import { recordHandover } from './cash-moves.ts';
import { hasDifference, requireClose, type StoredMethod } from './close-reader.ts';

function countedSum({ pieces = {}, other }: RecountBody): Piastres {
  const inPieces = Object.entries(pieces).map(([value, count]) => parsePiastres(value) * BigInt(count));
  return inPieces.reduce((sum, part) => sum + part, parsePiastres(other ?? '0.00'));
}

interface Counted {
  readonly refusal: 'unfinished' | 'closed-meanwhile' | 'same-count' | 'signs-in' | 'method-differs' | null;
  readonly methods: readonly StoredMethod[] | null;
}

const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

const countOf = (close: ColumnValues, knowsLast: boolean) => sql<Counted>`
  select * from count_drawer(jsonb_populate_record(null::drawer_close, ${JSON.stringify(close, asText)}::jsonb), ${knowsLast}::boolean)`;

async function drawerOf(scope: BranchScope, { user, reason }: CountBody) {
  if (user === undefined) return { user_id: scope.userId };
  scope.assertMay('drawer.close-disabled');
  const { id } = await readUser(scope, user);
  return { user_id: BigInt(id), closed_by: scope.userId, reason };
}

function columnsOf(count: RecountBody) {
  const counted = countedSum(count);
  const kept = parsePiastres(count.kept ?? '0.00');
  if (kept > counted) throw badField('kept', bodies.keptTooMuch);
  return { pieces: count.pieces ?? {}, other: parsePiastres(count.other ?? '0.00'), counted, kept };
}

/** Without a reason for another sum than was recorded (decision 130). */
async function differingMethods(scope: BranchScope, methods: readonly StoredMethod[]): Promise<HttpError> {
  const { payment_methods: known } = await readLists(scope);
  const wrong = methods.filter(({ found, total, reason }) => found !== null && found !== total && !reason);
  return badFields(
    wrong.map(({ payment_method, total }) => ({
      field: 'methods',
      message: messages.methodDiffers({
        name: methodNameOf(known, payment_method),
        amount: formatMoney(BigInt(total)),
      }),
    })),
  );
}

/** Also takes the lines into the close, and writes the movements of the close itself. */
async function insertClose(scope: BranchScope, count: CountBody): Promise<string> {
  const id = newRecordId();
  const drawer = await drawerOf(scope, count);
  const amounts = columnsOf(count);
  const close = {
    branch_id: scope.branchId,
    id,
    ...drawer,
    // Text that is no id is replaced by an id that no close has, and is refused as such.
    previous_id: count.after == null ? null : (parseRecordId(count.after) ?? newRecordId()),
    ...amounts,
    float: parsePiastres(count.float ?? '0.00'),
    notes: count.notes ?? null,
    methods: (count.methods ?? []).map(({ found, reason, ...method }) => ({
      ...method,
      found: String(parsePiastres(found)),
      reason: reason ?? null,
    })),
    created_at: scope.now,
  };
  const { refusal, methods } = await scope.one(countOf(close, count.after !== undefined));
  if (refusal === 'signs-in') throw conflict(messages.closesThemselves);
  if (refusal === 'unfinished')
    throw conflict(count.user === undefined ? messages.closeUnfinished : messages.otherUnfinished);
  if (refusal === 'method-differs') throw await differingMethods(scope, methods ?? []);
  if (refusal === 'same-count') throw conflict(messages.sameCount);
  if (refusal !== null) throw conflict(messages.closedMeanwhile);
  await recordClose(scope, id);
  await recordHandover(scope, {
    close: id,
    drawer: drawer.user_id,
    amount: amounts.counted - amounts.kept,
    receiver: count,
  });
  return id;
}

type ClosedDrawer = Awaited<ReturnType<typeof requireClose>>;

/** The history keeps the close without the handover, which has a history of its own. */
async function written(scope: BranchScope, id: string, before?: ClosedDrawer): Promise<ClosedDrawer> {
  const close = await requireClose(scope, id);
  const withoutHandover = ({ handover: _, ...close }: ClosedDrawer) => close;
  const amount = formatMoney(parsePiastres(close.counted));
  await appendHistory(scope, {
    resource: DRAWER_CLOSE,
    id,
    title: messages.closeTitle({ name: close.user_name, amount }),
    month: null,
    action: before ? 'changed' : 'created',
    ...(before && { before: withoutHandover(before) }),
    after: withoutHandover(close),
  });
  return close;
}

/** Decision 54: the answer is the first that tells the expected sum. */
export async function countDrawer(scope: BranchScope, body: unknown): Promise<object> {
  return written(scope, await insertClose(scope, parseBody(countBody, body)));
}

/** Returns the user who finishes it in their place; undefined if they do it themselves. */
async function lockUserOf(scope: BranchScope, user: string): Promise<bigint | undefined> {
  const isOwn = user === String(scope.userId);
  if (!isOwn && !scope.may('drawer.close-disabled')) throw notFound();
  const locked = await scope.first(sql<{ disabled_at: string | null }>`
    select disabled_at from ${scope.rows('branch_user')} as account where id = ${user}::bigint for no key update`);
  if (!isOwn && !locked?.disabled_at) throw conflict(messages.closesThemselves);
  return isOwn ? undefined : scope.userId;
}

/** Decision 54. A close that was finished with the same reason gets the same answer. */
export async function finishClose(scope: BranchScope, id: string, body: unknown): Promise<object> {
  const parsed = requireRecordId(id);
  const { user } = await requireClose(scope, parsed);
  const closed_by = await lockUserOf(scope, user);
  const before = await requireClose(scope, parsed);
  const { reason } = parseBody(finishBody, body);
  if (before.finished_at !== null) {
    if (hasDifference(before) && before.reason === reason) return before;
    throw conflict(messages.closeFinished);
  }
  await scope.update('drawer_close', sql`id = ${parsed}`, { reason, finished_at: scope.now, closed_by });
  return written(scope, parsed, before);
}

export async function recountDrawer(scope: BranchScope, id: string, body: unknown): Promise<object> {
  const parsed = requireRecordId(id);
  const { user } = await requireClose(scope, parsed);
  if (user !== String(scope.userId)) throw notFound();
  await lockUserOf(scope, user);
  const before = await requireClose(scope, parsed);
  if (before.finished_at !== null) throw conflict(messages.closeFinished);
  const count = parseBody(recountBody, body);
  const { pieces, ...amounts } = columnsOf(count);
  if (scope.now.getTime() - Date.parse(before.created_at) > RECOUNT_MS) throw conflict(messages.recountLate);
  const { earlier } = await scope.one(sql<{ earlier: string }>`
    select (earlier_counts || count_of(pieces, other, counted, kept, ${scope.now}))::text as earlier
    from ${scope.rows('drawer_close')} as r where id = ${parsed}`);
  await scope.update('drawer_close', sql`id = ${parsed}`, {
    ...amounts,
    pieces: JSON.stringify(pieces),
    earlier_counts: earlier,
    finished_at: amounts.counted === parsePiastres(before.expected) ? scope.now : undefined,
  });
  await recordHandover(scope, {
    close: parsed,
    drawer: scope.userId,
    amount: amounts.counted - amounts.kept,
    receiver: count,
  });
  return written(scope, parsed, before);
}
