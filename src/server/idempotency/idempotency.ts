import { hash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { PASSWORD_FIELD } from '#contract/http.ts';
import { MOST_KEYS } from '#contract/outcomes.ts';
import { mayBeSentFor } from '#server/accounts/users.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { named } from '#server/db/connections.ts';
import type { Database } from '#server/db/database.ts';
import { dropArrivedEntries } from '#server/devices/entries-of-all-branches.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, ChangedMeanwhileError, HttpError } from '#server/platform/http-error.ts';
import { noteMonthLock, shareRunningMonth } from '#server/records/month-lock.ts';

export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly replayed?: true;
}

interface KeyedWrite {
  /** A UUID in lower case. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
  readonly locksMonth?: boolean;
}

interface StoredKey {
  readonly user_id: bigint;
  readonly method: string;
  readonly path: string;
  readonly body_hash: string;
  readonly status: number;
  readonly answer: unknown;
}

interface UnusedKey {
  readonly status: null;
}

type HeldKey = (StoredKey | UnusedKey) & {
  readonly held: boolean;
  readonly generation: string;
};

/** A conflict is stored like a success, because nothing was written. */
export async function answerOf(work: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) return error;
    throw error;
  }
}

function sortProperties(name: string, value: unknown): unknown {
  if (PASSWORD_FIELD.test(name)) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function canonicalJson(body: unknown): string {
  try {
    return JSON.stringify(body, sortProperties) ?? '';
  } catch {
    throw new HttpError(400, { detail: messages.bodyTooDeep });
  }
}

/**
 * SHA-256 in hex, independent of whitespace and order of properties. Passwords are left out: the hash is stored, and a
 * fast hash would give them away.
 * @throws {HttpError} 400 for a body that is nested too deeply
 */
export function hashOfBody(body: unknown): string {
  return hash('sha256', canonicalJson(body));
}

const holdKey = (
  { branchId }: BranchScope,
  key: string,
  columns = sql``,
  month = sql``,
) => sql<HeldKey>`${named}
  select generation.id as generation, stored.ordinality is not null as held, stored.user_id, stored.method, stored.path, stored.body_hash,
    stored.status, stored.answer ${columns}
  from current_generation(${branchId}) as generation
    left join hold_key(${branchId}, ${key}::uuid) with ordinality as stored on true ${month}`;

/** Takes the month lock in the same round trip, unless another attempt holds the key or it was used. */
const holdKeyAndMonth = (scope: BranchScope, key: string) =>
  holdKey(
    scope,
    key,
    sql`, month.id as month_id, month.name as month_name`,
    sql`left join lateral ${shareRunningMonth(scope, sql`stored.ordinality is not null and stored.status is null`)} as month on true`,
  ) as RawBuilder<HeldKey & { month_id: bigint | null; month_name: string }>;

async function hold(scope: BranchScope, { key, locksMonth }: KeyedWrite): Promise<HeldKey | undefined> {
  scope.noteKey(key);
  if (!locksMonth) return scope.first(holdKey(scope, key));
  const held = await scope.first(holdKeyAndMonth(scope, key));
  if (held?.held && held.status === null) {
    const { month_id: id, month_name: name } = held;
    noteMonthLock(scope, id === null ? undefined : { id, name });
  }
  return held;
}

const keyInUse = () => new HttpError(409, { detail: messages.keyInUse }, 1);

/**
 * Runs a write once per key and stores its answer for retries, in one transaction (decision 4). An http error rolls
 * everything back and leaves the key unused (decision 38), except for a conflict (decision 41).
 * @param onGeneration takes the generation of the database before the write runs, for every answer
 * @throws {HttpError} 409 while the first attempt runs, 422 if the key was used for another write
 */
export async function runOnce(
  scope: BranchScope,
  write: KeyedWrite,
  work: () => Promise<StoredAnswer>,
  onGeneration: (id: string) => void,
): Promise<StoredAnswer> {
  const stored = await hold(scope, write);
  if (stored) onGeneration(stored.generation);
  if (!stored?.held) throw keyInUse();
  if (stored.status !== null) {
    const answer = await repeatAnswer(scope, write, stored);
    await confirmStored(scope, write.key);
    return answer;
  }
  const answer = await answerOf(work);
  const { key, method, path, bodyHash } = write;
  await scope.insert(
    'idempotency',
    {
      key,
      method,
      path,
      user_id: scope.userId,
      body_hash: bodyHash,
      status: answer.status,
      answer: JSON.stringify(answer.body ?? null),
    },
    sql``,
    (insert) => sql`${named} ${insert}`,
  );
  return answer;
}

/** For a write that is repeated as soon as another attempt has ended: `runOnce` refuses it while that one runs. */
export async function waitForKey(scope: BranchScope, key: string): Promise<void> {
  await scope.all(
    sql`select pg_advisory_xact_lock(hashtextextended(${scope.branchId}::bigint || '/' || ${key}::uuid, 0))`,
  );
}

/**
 * For a write that is closed to the user's role: their own earlier attempt, with an approval, may have used its key. A
 * use by another user counts as none.
 * @throws {HttpError} 409 while another attempt runs
 */
export async function wasKeyUsed(
  scope: BranchScope,
  { key, method, path }: Pick<KeyedWrite, 'key' | 'method' | 'path'>,
): Promise<boolean> {
  const stored = await scope.first(holdKey(scope, key));
  if (!stored?.held) throw keyInUse();
  if (stored.status === null) return false;
  return stored.user_id === scope.userId && stored.method === method && stored.path === path;
}

/**
 * The lock makes the commit of this transaction wait for a synchronous standby. The first attempt may have been cut off
 * while it waited, so its answer may be lost with this machine until the standby has it too (decision 139).
 */
async function confirmStored(scope: BranchScope, key: string): Promise<void> {
  await scope.first(
    sql`select key from ${scope.rows('idempotency')} as stored where key = ${key} for key share`,
  );
}

/**
 * The answer is for the user of the key, and for one who sends an entry of another user, if that user or an earlier
 * sender used the key (decision 103).
 */
async function isOfUser(scope: BranchScope, { user_id }: StoredKey): Promise<boolean> {
  const { enteredBy } = scope.origin;
  if (user_id === scope.userId || user_id === enteredBy) return true;
  return enteredBy !== undefined && mayBeSentFor(scope, user_id);
}

async function repeatAnswer(scope: BranchScope, write: KeyedWrite, stored: StoredKey): Promise<StoredAnswer> {
  const isSameWrite =
    stored.method === write.method &&
    stored.path === write.path &&
    stored.body_hash === write.bodyHash &&
    (await isOfUser(scope, stored));
  if (isSameWrite) return { status: stored.status, body: stored.answer, replayed: true };
  throw new HttpError(422, { detail: messages.keyReused });
}

/**
 * True for a write of the user that is stored or running under the key. It looks first whether the write is running, so
 * that the second statement sees a write that ends in between.
 */
export async function isRepeat(scope: BranchScope, key: string): Promise<boolean> {
  const locked = await scope.first(sql`
    select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = hashtextextended(${scope.branchId}::bigint || '/' || ${key}::uuid, 0)`);
  if (locked) return true;
  const stored = await scope.first(
    sql`select from ${scope.rows('idempotency')} as stored where key = ${key}::uuid and user_id = ${scope.userId}`,
  );
  return stored !== undefined;
}

/** Days with writes, counted back from the last one, whose keys stay even if the clock makes them look old. */
const KEPT_WORKING_DAYS = 60;

/**
 * Keys older than 90 days; decision 4 requires at least 60. Keys of the last 60 days with writes stay even so: after a
 * jump of the clock all keys look old, and a device that repeats a payment would pay twice (decision 100). What devices
 * announced and has arrived is dropped before: without its key it would look lost (decision 152).
 */
export async function deleteExpiredKeys(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await dropArrivedEntries(transaction);
    const { rows } = await sql<{ kept_from: string }>`
      select least(now() - interval '90 days', min(day))::text as kept_from
      from (select distinct date_trunc('day', created_at) as day from idempotency order by day desc limit ${KEPT_WORKING_DAYS}) as latest
      having count(*) = ${KEPT_WORKING_DAYS}`.execute(transaction);
    const [found] = rows;
    if (found)
      await sql`delete from idempotency where created_at < ${found.kept_from}::timestamptz`.execute(
        transaction,
      );
  });
}

const askedKeys = z
  .string()
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(z.array(z.guid()).max(MOST_KEYS));

/**
 * After a restore of an older backup, writes acknowledged since are missing (fault 61). A stored conflict counts as no
 * write.
 * @throws {HttpError} 400 at `keys` unless it is a list of at most 50 UUIDs
 */
export async function readKnownKeys(scope: BranchScope, keys: unknown) {
  const asked = askedKeys.safeParse(keys);
  if (!asked.success) throw badField('keys', messages.keysInvalid({ limit: MOST_KEYS }));
  const rows = await scope.all(
    sql<{ key: string }>`select key::text from ${scope.rows('idempotency')} as stored
      where key = any(${asked.data}::uuid[]) and status < 300`,
  );
  return { known: rows.map(({ key }) => key) };
}
