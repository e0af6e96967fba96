import { currentOwner, isSignedIn, onSessionChange, ownerKey } from '#app/api/session.ts';
import { deleteStorageKey, type OwnedStorageKey, storageKeys } from '#app/api/storage-key.ts';
import { stripCalls } from '#app/calls/unanswered-calls.ts';
import { encryptDrafts } from '#app/drafts/drafts.ts';
import { importStorageKey } from '#app/lib/encryption.ts';
import { encryptEntries, stripSettled } from '#app/outbox/store/encrypted-entries.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';

/** Milliseconds for requests and open forms to end after a sign-out; their writes are encrypted then. */
const SETTLE_TIME = 5_000;

const isLeft = ({ ownerId }: OwnedStorageKey) => !isSignedIn(ownerId);

/** True if nothing readable is left; undefined without WebCrypto. */
async function encryptRecordsOf(owned: OwnedStorageKey): Promise<boolean | undefined> {
  const key = await importStorageKey(owned.key);
  if (!key || !isLeft(owned)) return undefined;
  await encryptDrafts(owned, key);
  await stripSettled(outboxDb(), owned.ownerId);
  return encryptEntries(outboxDb(), owned.ownerId, key, () => isLeft(owned));
}

/**
 * Unsent entries, discarded entries and drafts; deletes their keys from this device (decision 97). A key stays until
 * nothing readable is left, so that a crash only delays it.
 */
export async function encryptLeftRecords(): Promise<void> {
  stripCalls();
  const left = storageKeys().filter(isLeft);
  if (left.length === 0) return;
  await Promise.all(left.map(encryptRecordsOf));
  await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));
  for (const owned of left) {
    const encrypted = await encryptRecordsOf(owned);
    if (encrypted && isLeft(owned)) deleteStorageKey(owned);
  }
}

let running: Promise<unknown> | undefined;

/** Now, and at every sign-out while this page lives. Never throws. */
export function keepLeftRecordsEncrypted(): void {
  if (running !== undefined) return;
  const run = () => {
    running = Promise.resolve(running)
      .then(encryptLeftRecords)
      .catch(() => undefined);
  };
  const signedIn = () => {
    const owner = currentOwner();
    return owner && ownerKey(owner);
  };
  let last = signedIn();
  // Not at every refresh of a token.
  onSessionChange(() => {
    if (signedIn() === last) return;
    last = signedIn();
    run();
  });
  run();
}
