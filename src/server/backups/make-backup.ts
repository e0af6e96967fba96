import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { BackupKind, BackupProof } from '#contract/backups.ts';
import { reasonOf, StartupError } from '#server/startup-error.ts';
import { restoreBackup } from '#server/store/backup/restore-backup.ts';
import { readDatabaseFacts, withScratchDatabase } from '#server/store/backup/scratch-database.ts';
import { writeBackup } from '#server/store/backup/write-backup.ts';
import { withClient } from '#server/store/connections/database-client.ts';
import { isDatabaseUnavailable, isResourceExhausted } from '#server/store/database-errors.ts';
import {
  backupName,
  backupsToRemove,
  createBackupFolder,
  listBackups,
  removeBackups,
  removeLeftovers,
  type StoredBackup,
  writeProof,
} from './backup-folder.ts';
import { messages } from './messages.ts';

/** Describes the database and where its backups go. */
export interface BackupPlace {
  readonly owner: pg.ClientConfig;
  /** The folder of the embedded database, whose disk a scratch database needs; undefined for another PostgreSQL. */
  readonly dataFolder: string | undefined;
  readonly folder: string;
  readonly keep: number;
  readonly now: () => Date;
  /** Returns the free bytes of the disk of a folder. Tests replace it. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Room that PostgreSQL's log of changes may take while a backup is proven, in bytes: max_wal_size of the embedded database. */
const LOG_OF_CHANGES_BYTES = 256 * 1024 * 1024;

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Checks that the disk has twice the size of the next backup (decision 58). @throws {StartupError} */
async function requireRoom(
  { folder, freeBytes = freeBytesOf }: BackupPlace,
  newest: StoredBackup | undefined,
  databaseSize: number,
): Promise<void> {
  // Compressed text is much smaller than a database, so without an older backup this is on the safe side.
  const needed = 2 * (newest?.size ?? databaseSize);
  const free = await freeBytes(folder);
  if (free < needed) throw new StartupError(messages.diskTooFull({ folder, free, needed }));
}

/**
 * Makes a backup, proves it and removes those that are not kept. The caller holds the lock of backups.
 * @param spared names of backups that stay in any case
 * @throws {StartupError} if it could not be made; what was there before is still there
 */
export async function makeBackup(
  place: BackupPlace,
  kind: BackupKind,
  spared: readonly string[] = [],
): Promise<StoredBackup> {
  const { owner, folder, now } = place;
  await createBackupFolder(folder);
  await removeLeftovers(folder);
  const [newest] = await listBackups(folder);
  await requireRoom(place, newest, (await withClient(owner, readDatabaseFacts)).size);
  const name = backupName(kind, now());
  const { size } = await writeBackup(owner, path.join(folder, name), { force: false });
  const made = await proveStored(place, { name, kind, madeAt: now(), size, proof: undefined });
  const surplus = backupsToRemove(await listBackups(folder), { keep: place.keep, now: now() });
  await removeBackups(
    folder,
    surplus.filter((one) => one.name !== name && !spared.includes(one.name)),
  );
  return made;
}

/** Proves a backup and records the result beside it; without a verdict it stays as it is. */
export async function proveStored(place: BackupPlace, backup: StoredBackup): Promise<StoredBackup> {
  const proof = await proofOf(place, backup.name);
  if (!proof) return backup;
  await writeProof(place.folder, backup, proof);
  return { ...backup, proof };
}

/**
 * Restores a backup into a scratch database and compares the sums (decision 58).
 * @returns undefined if the database became unavailable, which says nothing about the backup
 */
async function proofOf(
  { owner, dataFolder, folder, now, freeBytes = freeBytesOf }: BackupPlace,
  name: string,
): Promise<BackupProof | undefined> {
  const unproven = (reason: string): BackupProof => ({ state: 'unproven', at: now().toISOString(), reason });
  try {
    const facts = await withClient(owner, readDatabaseFacts);
    if (!facts.mayCreateDatabases) return unproven(messages.mayNotCreateDatabases);
    const needed = 2 * facts.size + LOG_OF_CHANGES_BYTES;
    const free = dataFolder === undefined ? needed : await freeBytes(dataFolder);
    if (free < needed) return unproven(messages.noRoomToProve({ free, needed }));
    await withScratchDatabase(owner, (scratch) =>
      restoreBackup(scratch, path.join(folder, name), { asCopy: true }),
    );
    return { state: 'proven', at: now().toISOString() };
  } catch (error) {
    const cause = error instanceof StartupError ? (error.cause ?? error) : error;
    if (isDatabaseUnavailable(cause) || isResourceExhausted(cause)) return undefined;
    return { state: 'failed', at: now().toISOString(), reason: reasonOf(error) };
  }
}
