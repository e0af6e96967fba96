import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { announcement, checkedBody, type PendingEntry, type StoreEntries } from '#contract/device-entries.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseId } from '#server/db/columns.ts';
import { notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';

interface StoredRow extends Omit<StoreEntries, 'count'> {
  readonly unlisted: number;
}

/** Databases of one user that are kept. A person has a few devices; each eviction adds one. */
const MAX_STORES = 30;

/** The newest store of a device is its present one. */
const isEvicted = (scope: BranchScope) => sql`exists (
  select from ${scope.rows('device_store')} as later
  where later.device = announced.device and later.store <> announced.store and later.announced_at > announced.announced_at)`;

/** Entries of `announced` that have not arrived: no key is stored for them with a success. */
const missingEntries = (keys: RawBuilder<unknown>) => sql<readonly PendingEntry[]>`coalesce((
  select jsonb_agg(entry order by place) from jsonb_array_elements(announced.entries) with ordinality as listed (entry, place)
  where not exists (
    select from ${keys} as arrived
    where arrived.branch_id = announced.branch_id and arrived.key = (entry ->> 'key')::uuid and status < 300)), '[]')`;

/** Stores whose entries have not arrived and that nobody has checked, newest first. */
async function readMissing(scope: BranchScope, where = sql`true`): Promise<StoreEntries[]> {
  const rows = await scope.all(sql<StoredRow>`
    select announced.store, announced.user_id::text as user,
      coalesce(person_name(announced.branch_id, announced.user_id), '') as user_name, announced.device_name, announced.announced_at,
      ${isEvicted(scope)} as lost, announced.unlisted, ${missingEntries(scope.rows('idempotency'))} as entries
    from ${scope.rows('device_store')} as announced
    where announced.checked_at is null and (announced.unlisted > 0 or jsonb_array_length(announced.entries) > 0) and ${where}
    order by announced.announced_at desc, announced.store`);
  return rows
    .map(({ unlisted, ...row }) => ({ ...row, count: row.entries.length + unlisted }))
    .filter(({ count }) => count > 0);
}

/**
 * A database that is heard of again after a later one of its cookie was not evicted: the app on the Home Screen of an
 * iPad begins with a copy of Safari's cookies. It becomes a device of its own.
 */
async function ownDevice(scope: BranchScope, device: string, store: string): Promise<string> {
  const [other] = await scope.all(sql`
    select from ${scope.rows('device_store')} as announced
    where announced.device = ${device} and announced.store = ${store} and ${isEvicted(scope)} limit 1`);
  return other ? randomUUID() : device;
}

/**
 * Keeps what waits on a device in place of its last announcement (decision 152).
 * @param known the value of its cookie
 * @returns the next value, and what the user had in databases of this device that are gone
 * @throws {HttpError} 400 at an invalid field
 */
export async function announce(
  scope: BranchScope,
  known: string,
  body: unknown,
): Promise<{ readonly device: string; readonly lost: StoreEntries[] }> {
  const { store, entries, unlisted } = parseBody(announcement, body);
  const device = await ownDevice(scope, known, store);
  const values = {
    store,
    user_id: scope.userId,
    device,
    device_name: scope.origin.device ?? null,
    entries: JSON.stringify(entries),
    unlisted,
    announced_at: sql`clock_timestamp()`,
  };
  await scope.insert(
    'device_store',
    values,
    sql`on conflict (branch_id, store, user_id) do update set device = excluded.device, device_name = excluded.device_name,
      entries = excluded.entries, unlisted = excluded.unlisted, announced_at = excluded.announced_at,
      checked_at = null, checked_by = null`,
  );
  // Those that somebody has to look at stay longest.
  await scope.remove(
    'device_store',
    sql`user_id = ${scope.userId} and store in (
      select announced.store from ${scope.rows('device_store')} as announced where announced.user_id = ${scope.userId}
      order by announced.store = ${store} desc,
        announced.checked_at is null and (announced.unlisted > 0 or jsonb_array_length(announced.entries) > 0) desc,
        announced.announced_at desc
      offset ${sql.lit(MAX_STORES)})`,
  );
  const lost = await readMissing(
    scope,
    sql`announced.device = ${device} and announced.store <> ${store} and announced.user_id = ${scope.userId}`,
  );
  return { device, lost };
}

export async function readDeviceEntries(scope: BranchScope) {
  const results = await readMissing(scope);
  return { count: results.length, next: null, previous: null, results };
}

/**
 * Everybody checks their own; who may send the entries of others checks theirs.
 * @throws {HttpError} 404 if there is none
 */
export async function checkEntries(scope: BranchScope, body: unknown): Promise<{ checked: boolean }> {
  const { store, user } = parseBody(checkedBody, body);
  const id = parseId(user);
  if (id === undefined || (id !== scope.userId && !scope.sees('entries.hand-over'))) throw notFound();
  const changed = await scope.update('device_store', sql`store = ${store} and user_id = ${id}`, {
    checked_at: sql`now()`,
    checked_by: scope.userId,
  });
  if (changed === 0) throw notFound();
  return { checked: true };
}
