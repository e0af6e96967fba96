import type { Table } from 'dexie';
import { DeviceDb } from '#app/cache/device/device-db.ts';
import { DRAFTS_NAME } from '#app/lib/database-exists.ts';

/** Describes a stored form draft; read it with `readDraft`, because another build may have written it. */
export interface StoredDraft {
  readonly id: string;
  /** The `ownerKey` of the user who typed it. */
  readonly owner: string;
  /** The form that it belongs to, such as "student new". */
  readonly form: string;
  /** Wall clock, milliseconds. */
  readonly savedAt: number;
}

/**
 * The database of half-filled forms, apart from the outbox: it holds nothing that was saved, and its loss
 * must not touch what was.
 */
export class DraftDb extends DeviceDb {
  declare readonly drafts: Table<StoredDraft, string>;

  constructor(name = DRAFTS_NAME) {
    super(name);
    this.version(1).stores({ drafts: '&id, [owner+form], owner, savedAt' });
  }
}

let opened: DraftDb | undefined;

/** Returns the device's database of form drafts and opens it at its first use. */
export function draftDb(): DraftDb {
  opened ??= new DraftDb();
  return opened;
}
