import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type BackupKind, type BackupProof, backupProof } from '#contract/backups.ts';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';

export interface StoredBackup {
  readonly name: string;
  readonly kind: BackupKind;
  readonly madeAt: Date;
  readonly size: number;
  readonly proof: BackupProof | undefined;
}

const NAME = /^branch-desk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(daily|upgrade|restore|manual)\.backup$/;
const PROOF_ENDING = '.proof.json';

/** A proof is of one file: another file with its name later is not proven. */
const storedProof = backupProof.extend({ written: z.number() });

export function backupName(kind: BackupKind, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `branch-desk-${stamp}-${kind}.backup`;
}

function parseName(name: string): Pick<StoredBackup, 'name' | 'kind' | 'madeAt'> | undefined {
  const [, year, month, day, hour, minute, second, kind] = NAME.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? undefined : { name, kind: kind as BackupKind, madeAt };
}

async function readProof(file: string, written: number): Promise<BackupProof | undefined> {
  try {
    const stored = storedProof.parse(JSON.parse(await readFile(`${file}${PROOF_ENDING}`, 'utf8')));
    return stored.written === written ? backupProof.parse(stored) : undefined;
  } catch {
    return undefined;
  }
}

export function backupFile(folder: string, name: string): string | undefined {
  return parseName(name) && path.join(folder, name);
}

export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const parsed = parseName(name);
      const file = path.join(folder, name);
      const facts = parsed && (await stat(file).catch(() => undefined));
      if (!parsed || !facts?.isFile()) return [];
      return [{ ...parsed, size: facts.size, proof: await readProof(file, facts.mtimeMs) }];
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

/** The proof stands beside the backup. It appears whole or not at all. */
export async function writeProof(
  folder: string,
  { name }: Pick<StoredBackup, 'name'>,
  proof: BackupProof,
): Promise<void> {
  const { mtimeMs: written } = await stat(path.join(folder, name));
  const file = path.join(folder, `${name}${PROOF_ENDING}`);
  const handle = await open(`${file}.partial`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ ...proof, written })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.partial`, file);
}

/** Files of a process that was killed; the caller holds the lock of backups. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const isOurs = (name: string) => NAME.test(name.replace(/(\.proof\.json)?\.partial$/, ''));
  for (const name of names.filter((one) => one.endsWith('.partial') && isOurs(one))) {
    await rm(path.join(folder, name), { force: true });
  }
}

/**
 * All but the newest `keep` daily backups, and the newest `keep` others, so that many manual backups do not push out
 * those of last week. The newest proven one always stays. A backup from the future, of a wrong clock, goes first.
 */
export function backupsToRemove(
  backups: readonly StoredBackup[],
  { keep, now }: { readonly keep: number; readonly now: Date },
): StoredBackup[] {
  const age = ({ madeAt }: StoredBackup) => Math.abs(now.getTime() - madeAt.getTime());
  const isFuture = ({ madeAt }: StoredBackup) => madeAt.getTime() > now.getTime();
  const byUse = [...backups].sort(
    (one, other) => Number(isFuture(one)) - Number(isFuture(other)) || age(one) - age(other),
  );
  const newestProven = byUse.find(({ proof }) => proof?.state === 'proven');
  const surplus = [true, false].flatMap((daily) =>
    byUse.filter(({ kind }) => (kind === 'daily') === daily).slice(keep),
  );
  return surplus.filter((one) => one !== newestProven);
}

export async function removeBackups(folder: string, backups: readonly StoredBackup[]): Promise<void> {
  for (const { name } of backups) {
    await rm(path.join(folder, name), { force: true });
    await rm(path.join(folder, `${name}${PROOF_ENDING}`), { force: true });
  }
}
