import type { Table } from 'dexie';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { ownStorageKey } from '#app/api/storage-key.ts';
import { DeviceDb } from '#app/cache/device/device-db.ts';
import { DRAFTS_NAME } from '#app/lib/database-exists.ts';
import { decryptJson, encryptedContentOf, encryptJson } from '#app/lib/encryption.ts';
import { isTabLockHeld } from '#app/lib/tab-lock.ts';
import type { EntryState } from '#app/outbox/model/entry.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { entryOfMutation } from '#app/outbox/store/stored-entries.ts';
import { type FormDraft, readDraft } from './form-draft.ts';

/** Read it with `readDraft`, because another build may have written it. */
export interface StoredDraft {
  readonly id: string;
  readonly owner: string;
  readonly form: string;
  readonly savedAt: number;
}

/** Separate from the outbox: it holds nothing that was saved, and its loss must not touch saved entries. */
class DraftDb extends DeviceDb {
  declare readonly drafts: Table<StoredDraft, string>;

  constructor() {
    super(DRAFTS_NAME);
    this.version(1).stores({ drafts: '&id, [owner+form], owner, savedAt' });
  }
}

let opened: DraftDb | undefined;

export function draftDb(): DraftDb {
  opened ??= new DraftDb();
  return opened;
}

/**
 * Milliseconds: six days. A settled entry stays in the outbox for a day longer, so that a draft whose save survived a
 * crash is always recognised.
 */
const MAX_AGE = 6 * 24 * 3_600_000;
const MAX_DRAFTS = 20;

const closedHere = new Set<string>();
let closing: Promise<unknown> = Promise.resolve();

export function markOpen(id: string): void {
  closedHere.delete(id);
}
export function markClosed(id: string, written: Promise<void>): void {
  closedHere.add(id);
  closing = Promise.all([closing, written]);
}

const isOpenElsewhere = async (id: string) => !closedHere.has(id) && (await isTabLockHeld(draftLock(id)));

/** A form holds this lock while it is open with the draft. */
export const draftLock = (id: string): string => `branch-desk.draft ${id}`;

/**
 * Replaces the earlier version, and deletes drafts that are too old or too many.
 * @throws the database's error
 */
export async function keepDraft(draft: FormDraft): Promise<void> {
  const { drafts } = draftDb();
  await draftDb().transaction('rw', drafts, async () => {
    await drafts.put(draft);
    await pruneDrafts(draft.savedAt);
    const own = await drafts.where({ owner: draft.owner }).sortBy('savedAt');
    await drafts.bulkDelete(own.slice(0, -MAX_DRAFTS).map(({ id }) => id));
  });
}

export async function deleteDraft(id: string): Promise<void> {
  await draftDb().drafts.delete(id);
}

/**
 * For all users.
 * @param now wall clock, milliseconds
 */
export async function pruneDrafts(now: number): Promise<void> {
  await draftDb()
    .drafts.where('savedAt')
    .below(now - MAX_AGE)
    .delete();
}

/**
 * For a user who is signed out (decision 97). A draft that changes meanwhile stays for the next call.
 * @throws the database's error
 */
export async function encryptDrafts(owner: Owner, key: CryptoKey): Promise<void> {
  const { drafts } = draftDb();
  const stored = await drafts.where({ owner: ownerKey(owner) }).toArray();
  const readable = stored.filter((row) => !encryptedContentOf(row));
  const rows = await Promise.all(
    readable.map(async (row) => {
      const { id, form, savedAt } = row;
      return { id, owner: row.owner, form, savedAt, encrypted: await encryptJson(key, id, row) };
    }),
  );
  await draftDb().transaction('rw', drafts, async () => {
    for (const row of rows) if ((await drafts.get(row.id))?.savedAt === row.savedAt) await drafts.put(row);
  });
}

/** Encrypted or not; undefined if this device cannot read it. */
async function readStored(owner: Owner, row: StoredDraft): Promise<FormDraft | undefined> {
  const content = encryptedContentOf(row);
  if (!content) return readDraft(row);
  const key = await ownStorageKey(owner.ownerId);
  return key && readDraft(await decryptJson(key, row.id, content));
}

/**
 * True if the outbox has an entry under one of the draft's ids. A form still corrects a rejected entry of an earlier
 * id; an encrypted entry may be rejected.
 */
async function wasSaved(owner: Owner, { ids }: FormDraft): Promise<boolean> {
  const db = outboxDb();
  if (await entryOfMutation(db, owner, ids.current)) return true;
  const earlier = await Promise.all(ids.rejected.map((id) => entryOfMutation(db, owner, id)));
  const isCorrected = (state: EntryState) => state === 'rejected' || state === 'encrypted';
  return earlier.some((entry) => entry !== undefined && !isCorrected(entry.state));
}

/**
 * The newest draft that is not open in another tab. Deletes drafts whose content was saved, because a crash may have
 * come between save and delete. Never throws.
 * @param forms the names under which the form's drafts may be stored
 * @param now wall clock, milliseconds
 */
export async function draftToOffer(owner: Owner, form: string, now: number): Promise<FormDraft | undefined> {
  try {
    await closing;
    const key = ownerKey(owner);
    const stored: StoredDraft[] = await draftDb().drafts.where('[owner+form]').equals([key, form]).toArray();
    for (const row of stored.sort((left, right) => right.savedAt - left.savedAt)) {
      const draft = row.savedAt >= now - MAX_AGE ? await readStored(owner, row) : undefined;
      if (!draft || (await isOpenElsewhere(draft.id))) continue;
      if (!(await wasSaved(owner, draft))) return draft;
      await deleteDraft(draft.id);
    }
  } catch {
    // Without its database a form opens empty, as it does without a draft.
  }
  return undefined;
}
