import { z } from 'zod';
import { forgetCallNames } from '#app/api/acknowledged-calls.ts';
import {
  isSignedIn,
  type Owner,
  onSessionChange,
  ownerKey,
  signedInKeys,
  signedInOwners,
} from '#app/api/session.ts';
import { deleteStorageKey, type OwnedStorageKey, storageKeys } from '#app/api/storage-key.ts';
import { BOOT_CACHE_KEY, LAST_CLOSE_KEY } from '#app/cache/boot-cache.ts';
import { wipeQueriesOfOthers } from '#app/cache/device/cache-db.ts';
import { clearInput } from '#app/kept-input/kept-input.ts';
import { CACHE_NAME, databaseMayExist } from '#app/lib/database-exists.ts';
import { importStorageKey } from '#app/lib/encryption.ts';
import { localKeys, parseJson, readLocal, removeLocal } from '#app/lib/local-storage.ts';
import { RECENT_REASONS } from '#app/lib/typed-keys.ts';
import { encryptEntries, stripSettled } from '#app/outbox/store/encrypted-entries.ts';
import { forgetLostNames } from '#app/outbox/store/lost-writes.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';

/** Milliseconds for requests and open forms to end after a session; what they write is cleared then. */
const SETTLE_TIME = 5_000;

const isLeft = ({ ownerId }: Owner) => !isSignedIn(ownerId);

const bootCacheOwner = z.object({ buster: z.string() });
const lastCloseOwner = z.object({ owner: z.string() });

/** Answers of the server that are read before a database opens, and what the person typed that is no record. */
function clearLocalStorage(kept: ReadonlySet<string>): void {
  const parsed = (key: string) => parseJson(readLocal(key));
  const remove = (key: string, owner: string | undefined) => {
    if (!kept.has(owner ?? '')) removeLocal(key);
  };
  remove(LAST_CLOSE_KEY, lastCloseOwner.safeParse(parsed(LAST_CLOSE_KEY)).data?.owner);
  for (const key of localKeys(BOOT_CACHE_KEY))
    remove(key, bootCacheOwner.safeParse(parsed(key)).data?.buster);
  for (const key of localKeys(RECENT_REASONS)) remove(key, key.split(' ').at(-1));
}

async function clearAnswers(): Promise<void> {
  const kept = signedInKeys();
  clearLocalStorage(kept);
  forgetCallNames(kept);
  forgetLostNames(kept);
  clearInput(kept);
  if (await databaseMayExist(CACHE_NAME)) await wipeQueriesOfOthers(signedInKeys());
}

/** True if nothing readable is left; undefined without WebCrypto. */
async function encryptRecordsOf(owned: OwnedStorageKey): Promise<boolean | undefined> {
  const key = await importStorageKey(owned.key);
  if (!key || !isLeft(owned)) return undefined;
  return encryptEntries(outboxDb(), owned.ownerId, key, () => isLeft(owned));
}

async function clearRecords(ended: readonly Owner[]): Promise<void> {
  const left = storageKeys().filter(isLeft);
  for (const { ownerId } of [...left, ...ended.filter(isLeft)])
    await stripSettled(outboxDb(), ownerId).catch(() => undefined);
  await Promise.all(left.map(encryptRecordsOf));
}

/**
 * Whoever is not signed in leaves nothing readable on this device, in whichever way the session ended: answers of the
 * server, input and names of what was sent go; pending and discarded entries are encrypted, and their keys go last
 * (decision 97), so that a crash only delays it.
 * @param ended whose sessions have just ended
 */
export async function clearLeftData(ended: readonly Owner[] = []): Promise<void> {
  await Promise.all([clearAnswers(), clearRecords(ended).catch(() => undefined)]);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));
  await clearAnswers();
  for (const owned of storageKeys().filter(isLeft)) {
    const encrypted = await encryptRecordsOf(owned);
    if (encrypted && isLeft(owned)) deleteStorageKey(owned);
  }
}

let watched: readonly Owner[] | undefined;

const keysOf = (owners: readonly Owner[]) => owners.map(ownerKey).sort().join();

/** Now, and at each end of a session while this page lives. Never throws. */
export function keepLeftDataCleared(): void {
  if (watched) return;
  watched = signedInOwners();
  const clear = (ended: readonly Owner[]) => void clearLeftData(ended).catch(() => undefined);
  onSessionChange(() => {
    const [before, now] = [watched ?? [], signedInOwners()];
    // Not at every refresh of a token.
    if (keysOf(now) === keysOf(before)) return;
    watched = now;
    clear(before);
  });
  clear([]);
}
