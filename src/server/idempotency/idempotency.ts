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

/** Passwords are left out: the hash is stored, and a fast hash would give them away. */
export function hashOfBody(body: unknown): string {
  return hash('sha256', canonicalJson(body));
}

/** The lock that hold_key of the schema takes. */
const lockOf = ({ branchId }: BranchScope, key: string) =>
  sql`hashtextextended(${branchId}::bigint || '/' || ${key}::uuid, 0)`;

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

/** Decision 4. An http error leaves the key unused (decision 38), except for a conflict (decision 41). */
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
  await scope.all(sql`select pg_advisory_xact_lock(${lockOf(scope, key)})`);
}

/** An earlier attempt of the user with an approval may have used the key of a write that is closed to them. */
export async function wasKeyUsed(
  scope: BranchScope,
  { key, method, path }: Pick<KeyedWrite, 'key' | 'method' | 'path'>,
): Promise<boolean> {
  const stored = await scope.first(holdKey(scope, key));
  if (!stored?.held) throw keyInUse();
  if (stored.status === null) return false;
  return stored.user_id === scope.userId && stored.method === method && stored.path === path;
}

/** The lock makes the commit wait for a standby, which the first attempt may have missed (decision 139). */
async function confirmStored(scope: BranchScope, key: string): Promise<void> {
  await scope.first(
    sql`select key from ${scope.rows('idempotency')} as stored where key = ${key} for key share`,
  );
}

/** One who sends an entry of another user gets the answer of that user or of an earlier sender (decision 103). */
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

/** Looks first whether the write is running, so that the second statement sees one that ends in between. */
export async function isRepeat(scope: BranchScope, key: string): Promise<boolean> {
  const locked = await scope.first(sql`
    select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = ${lockOf(scope, key)}`);
  if (locked) return true;
  const stored = await scope.first(
    sql`select from ${scope.rows('idempotency')} as stored where key = ${key}::uuid and user_id = ${scope.userId}`,
  );
  return stored !== undefined;
}

/** Days with writes, counted back from the last one, whose keys stay even if the clock makes them look old. */
const KEPT_WORKING_DAYS = 60;

/**
 * Keys of the last 60 days with writes stay: after a jump of the clock all look old (decisions 4 and 100). Entries of devices that
 * have arrived are dropped before: without its key an entry would look lost (decision 152).
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

/** A restore may have undone acknowledged writes (fault 61). A stored conflict counts as no write. */
export async function readKnownKeys(scope: BranchScope, keys: unknown) {
  const asked = askedKeys.safeParse(keys);
  if (!asked.success) throw badField('keys', messages.keysInvalid({ limit: MOST_KEYS }));
  const rows = await scope.all(
    sql<{ key: string }>`select key::text from ${scope.rows('idempotency')} as stored
      where key = any(${asked.data}::uuid[]) and status < 300`,
  );
  return { known: rows.map(({ key }) => key) };
}
