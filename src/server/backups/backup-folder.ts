import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  type BackupCopy,
  type BackupKind,
  type BackupProof,
  backupCopy,
  backupProof,
} from '#contract/backups.ts';
import { codeOf, reasonOf, StartupError } from '#server/platform/startup-error.ts';

export interface StoredBackup {
  readonly name: string;
  readonly kind: BackupKind;
  readonly madeAt: Date;
  readonly size: number;
  readonly proof: BackupProof | undefined;
  readonly copy: StoredCopy | undefined;
}

/** `attempts` counts failures, so that all servers wait longer after each. */
export type StoredCopy = BackupCopy & { readonly attempts: number };

const NAME = /^branch-desk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(daily|upgrade|restore|manual)\.backup$/;
const PROOF_ENDING = '.proof.json';
const COPY_ENDING = '.copy.json';

/** A result is of one file: another file with its name later is neither proven nor copied. */
const resultOfFile = z.object({ written: z.number() });
export const storedCopy = backupCopy.extend({ attempts: z.number().int() });

export function backupName(kind: BackupKind, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `branch-desk-${stamp}-${kind}.backup`;
}

export function parseName(name: string): Pick<StoredBackup, 'name' | 'kind' | 'madeAt'> | undefined {
  const [, year, month, day, hour, minute, second, kind] = NAME.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? undefined : { name, kind: kind as BackupKind, madeAt };
}

async function readResult<T>(file: string, schema: z.ZodType<T>, written: number): Promise<T | undefined> {
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    return resultOfFile.parse(stored).written === written ? schema.parse(stored) : undefined;
  } catch {
    return undefined;
  }
}

export function backupFile(folder: string, name: string): string | undefined {
  return parseName(name) && path.join(folder, name);
}

/** Not below zero, where a clock was set back. */
export function ageSeconds({ madeAt }: Pick<StoredBackup, 'madeAt'>, now: Date): number {
  return Math.max(0, Math.round((now.getTime() - madeAt.getTime()) / 1000));
}

export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const parsed = parseName(name);
      const file = path.join(folder, name);
      const facts = parsed && (await stat(file).catch(() => undefined));
      if (!parsed || !facts?.isFile()) return [];
      const [proof, copy] = await Promise.all([
        readResult(`${file}${PROOF_ENDING}`, backupProof, facts.mtimeMs),
        readResult(`${file}${COPY_ENDING}`, storedCopy, facts.mtimeMs),
      ]);
      return [{ ...parsed, size: facts.size, proof, copy }];
    }),
  );
  return found.flat().sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/**
 * For its owner only.
 * @throws {StartupError} if that is not possible
 */
export async function createBackupFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartupError(
      `The folder of the backups ${folder} cannot be created: choose another with BACKUP_DIR (${reasonOf(error)}).`,
    );
  }
}

/** Faults of the setting, which waiting does not mend. A full disk or a lost network share is none. */
const WRONG_FOLDER = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ELOOP',
  'ENAMETOOLONG',
]);
const TRY_LIMIT_MS = 10_000;

async function writeOnce(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `.tried-${process.pid}`);
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile('x');
    await handle.sync();
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

/**
 * Whether backups can be written, before the first one is due.
 * @param isChosen by BACKUP_DIR: a folder that can never be written to then stops the start
 * @returns undefined, or a warning: the server works without its backups for a while
 * @throws {StartupError}
 */
export async function tryBackupFolder(folder: string, isChosen: boolean): Promise<string | undefined> {
  try {
    const silent = sleep(TRY_LIMIT_MS, undefined, { ref: false }).then(() => {
      throw new Error('the folder does not answer');
    });
    await Promise.race([writeOnce(folder), silent]);
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    if (isChosen && WRONG_FOLDER.has(codeOf(error) ?? '')) {
      throw new StartupError(
        `BACKUP_DIR cannot be written to: choose another folder than ${folder}, or change its permissions (${reason}).`,
      );
    }
    return `WARNING: no backup can be written to ${folder} now: see to its disk, or choose another BACKUP_DIR (${reason}).`;
  }
}

/** It stands beside the backup, and appears whole or not at all. */
async function writeResult(folder: string, name: string, ending: string, result: object): Promise<void> {
  const { mtimeMs: written } = await stat(path.join(folder, name));
  const file = path.join(folder, `${name}${ending}`);
  const handle = await open(`${file}.partial`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ ...result, written })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.partial`, file);
}

type Named = Pick<StoredBackup, 'name'>;

export async function writeProof(folder: string, { name }: Named, proof: BackupProof): Promise<void> {
  await writeResult(folder, name, PROOF_ENDING, proof);
}

/** @throws {Error} if the backup was removed meanwhile */
export async function writeCopy(folder: string, { name }: Named, copy: StoredCopy): Promise<void> {
  await writeResult(folder, name, COPY_ENDING, copy);
}

/**
 * Files of a process that was killed; the caller holds the lock of backups. What a copy has begun to write is left: the
 * next attempt replaces it.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const isOurs = (name: string) => NAME.test(name.replace(/(\.proof\.json)?\.partial$/, ''));
  for (const name of names.filter((one) => one.endsWith('.partial') && isOurs(one))) {
    await rm(path.join(folder, name), { force: true });
  }
}

/**
 * All but the newest `keep` daily backups, and the newest `keep` others, so that many manual backups do not push out
 * those of last week. The newest proven one always stays, and with `copies` the newest of which there is a copy: its age
 * is told. A backup from the future, of a wrong clock, goes first.
 */
export function backupsToRemove(
  backups: readonly StoredBackup[],
  { keep, now, copies = false }: { readonly keep: number; readonly now: Date; readonly copies?: boolean },
): StoredBackup[] {
  const age = ({ madeAt }: StoredBackup) => Math.abs(now.getTime() - madeAt.getTime());
  const isFuture = ({ madeAt }: StoredBackup) => madeAt.getTime() > now.getTime();
  const byUse = [...backups].sort(
    (one, other) => Number(isFuture(one)) - Number(isFuture(other)) || age(one) - age(other),
  );
  const newestProven = byUse.find(({ proof }) => proof?.state === 'proven');
  const newestCopied = copies ? byUse.find(({ copy }) => copy?.state === 'fetched') : undefined;
  const surplus = [true, false].flatMap((daily) =>
    byUse.filter(({ kind }) => (kind === 'daily') === daily).slice(keep),
  );
  return surplus.filter((one) => one !== newestProven && one !== newestCopied);
}

export async function removeBackups(folder: string, backups: readonly StoredBackup[]): Promise<void> {
  for (const { name } of backups) {
    await rm(path.join(folder, name), { force: true });
    for (const ending of [PROOF_ENDING, COPY_ENDING, `${COPY_ENDING}.partial`])
      await rm(path.join(folder, `${name}${ending}`), { force: true });
  }
}
