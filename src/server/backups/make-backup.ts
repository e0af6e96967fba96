import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { BackupKind, BackupProof } from '#contract/backups.ts';
import { withClient } from '#server/db/connections.ts';
import { isDatabaseUnavailable, isResourceExhausted } from '#server/db/database-errors.ts';
import { withLock } from '#server/db/locks.ts';
import {
  appliedMigrations,
  migrate,
  migrationsOnDisk,
  type Report,
  reportWhile,
} from '#server/db/migrate.ts';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';
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
import { listKnownBackups, usableOf } from './backup-list.ts';
import { readDatabaseFacts, withScratchDatabase } from './backup-tables.ts';
import type { Copies } from './copies/copies.ts';
import { restoreBackup } from './restore-backup.ts';
import { messages } from './texts.en.ts';
import { writeBackup } from './write-backup.ts';

export interface BackupPlace {
  readonly owner: pg.ClientConfig;
  /** Folder of the embedded database, whose disk a scratch database needs; undefined for another PostgreSQL. */
  readonly dataFolder: string | undefined;
  readonly folder: string;
  readonly keep: number;
  /** Undefined where backups are not copied to another place. */
  readonly copies?: Copies | undefined;
  readonly now: () => Date;
  /** Bytes. Tests replace it. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Bytes that PostgreSQL's log of changes may take during a proof: max_wal_size of the embedded database. */
const LOG_OF_CHANGES_BYTES = 256 * 1024 * 1024;

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * The disk must have twice the size of the next backup (decision 58).
 * @throws {StartupError}
 */
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
 * Also proves it and removes old ones. The caller holds the lock of backups.
 * @param spared names of backups that always stay
 * @throws {StartupError} if it could not be made; earlier backups are still there
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
  const made = await proveStored(place, {
    name,
    kind,
    madeAt: now(),
    size,
    proof: undefined,
    copy: undefined,
  });
  await removeSurplus(place, [name, ...spared]);
  return made;
}

/** What lies in the folder of another server stays until that one makes a backup. */
async function removeSurplus(place: BackupPlace, spared: readonly string[]): Promise<void> {
  const { folder, keep, now, copies } = place;
  const known = (await listKnownBackups(place)).filter(({ own }) => own);
  const options = { keep, now: now(), copies: copies !== undefined };
  const isHere = ({ name }: StoredBackup) => existsSync(path.join(folder, name));
  const surplus = backupsToRemove(usableOf(known), options).filter(
    (one) => isHere(one) && !spared.includes(one.name),
  );
  await removeBackups(folder, surplus);
  const forgotten = known.filter(
    (one) => one.missingSince !== undefined && backupsToRemove(known, options).includes(one),
  );
  const names = [...surplus, ...forgotten].map(({ name }) => name);
  if (names.length > 0) await listKnownBackups(place, names);
}

export async function proveStored(place: BackupPlace, backup: StoredBackup): Promise<StoredBackup> {
  const proof = await proofOf(place, path.join(place.folder, backup.name));
  if (!proof) return backup;
  await writeProof(place.folder, backup, proof);
  return { ...backup, proof };
}

/**
 * Restores a backup into a scratch database and compares the sums (decision 58).
 * @returns undefined if the database became unavailable, which is no verdict on the backup
 */
export async function proofOf(
  {
    owner,
    dataFolder,
    now,
    freeBytes = freeBytesOf,
  }: Pick<BackupPlace, 'owner' | 'dataFolder' | 'now' | 'freeBytes'>,
  file: string,
): Promise<BackupProof | undefined> {
  const unproven = (reason: string): BackupProof => ({ state: 'unproven', at: now().toISOString(), reason });
  try {
    const facts = await withClient(owner, readDatabaseFacts);
    if (!facts.mayCreateDatabases) return unproven(messages.mayNotCreateDatabases);
    const needed = 2 * facts.size + LOG_OF_CHANGES_BYTES;
    const free = dataFolder === undefined ? needed : await freeBytes(dataFolder);
    if (free < needed) return unproven(messages.noRoomToProve({ free, needed }));
    await withScratchDatabase(owner, (scratch) => restoreBackup(scratch, file, { asCopy: true }));
    return { state: 'proven', at: now().toISOString() };
  } catch (error) {
    const cause = error instanceof StartupError ? (error.cause ?? error) : error;
    if (isDatabaseUnavailable(cause) || isResourceExhausted(cause)) return undefined;
    return { state: 'failed', at: now().toISOString(), reason: reasonOf(error) };
  }
}

async function isBehind(owner: pg.ClientConfig): Promise<boolean> {
  return withClient(owner, async (client) => {
    const applied = new Set(await appliedMigrations(client));
    const missing = (await migrationsOnDisk()).filter(({ name }) => !applied.has(name));
    return applied.size > 0 && missing.length > 0;
  });
}

/**
 * Makes a backup first if the schema changes (decision 58). The proof restores the data and applies the same migrations
 * to them, so a failing migration is seen before. Servers that start at once make one backup.
 * @param report shows how far it is, and that there is no backup; the upgrade then goes on, because migrations run wholly or not at all
 * @throws {StartupError} if the schema could not be changed; its content is then unchanged
 */
export async function upgradeSchema(place: BackupPlace, report: Report): Promise<void> {
  const { owner } = place;
  try {
    if (!(await isBehind(owner))) return await migrate(owner, report);
    await withLock(owner, 'backup', async () => {
      if (await isBehind(owner)) await backUpBefore(place, report);
      await migrate(owner, report);
    });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The database could not be brought up to this version; what was in it is unchanged (${reasonOf(error)}).`,
    );
  }
}

async function backUpBefore(place: BackupPlace, report: Report): Promise<void> {
  try {
    const { name, proof } = await reportWhile(report, 'A backup is made first, and tried', () =>
      makeBackup(place, 'upgrade'),
    );
    if (proof?.state === 'failed') report(messages.proofFailed({ name, reason: proof.reason ?? '' }));
  } catch (error) {
    report(messages.upgradeWithoutBackup({ reason: reasonOf(error) }));
  }
}
