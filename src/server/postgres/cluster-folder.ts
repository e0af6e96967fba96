import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { secretFile } from '#server/secret-file.ts';
import { StartupError } from '#server/startup-error.ts';
import { linkLibraries } from './native-binaries.ts';
import { changeOwner, changeOwnerOfFile, choosePrivileges, type Privileges } from './privileges.ts';
import { readIfThere } from './processes.ts';

const major = '18';

/** A socket's path holds 107 bytes, its name takes 14 of them. */
const longestSocketFolder = 85;

/** Where everything of one embedded database is, made and owned as it must be. */
export interface ClusterFolder {
  readonly folder: string;
  /** PostgreSQL's own files. */
  readonly data: string;
  readonly socketFolder: string;
  readonly libraries: string;
  /** Locked by the kernel as long as any process of this database lives. */
  readonly lock: string;
  /** Number and birth of the process that started the server. */
  readonly owner: string;
  readonly log: string;
  readonly password: string;
  readonly privileges: Privileges;
}

function socketFolderOf(folder: string): string {
  const near = path.join(folder, 'run');
  if (Buffer.byteLength(near) <= longestSocketFolder) return near;
  return path.join(
    os.tmpdir(),
    `branch-desk-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`,
  );
}

/** Under the system's folder for temporary files anyone could have made it before us. */
function checkOwner(socketFolder: string, folder: string): void {
  const { uid } = statSync(socketFolder);
  if (uid === process.getuid?.() || uid === statSync(folder).uid) return;
  throw new StartupError(
    `The folder ${socketFolder} belongs to another user: choose a DATA_DIR with a shorter path, or have that folder removed.`,
  );
}

/**
 * Prepares the folder of an embedded database; harmless while a server runs on it.
 * @param isFree tells whether no process of this database lives
 * @throws {StartupError} when its data are of another PostgreSQL, or nobody may run it
 */
export function prepareClusterFolder(
  wanted: string,
  native: string,
  isFree: (lock: string) => boolean,
): ClusterFolder {
  mkdirSync(wanted, { recursive: true, mode: 0o700 });
  const folder = realpathSync(wanted);
  const at = (name: string) => path.join(folder, name);
  const version = readIfThere(at('pg/PG_VERSION')).trim();
  if (version !== '' && version !== major) {
    throw new StartupError(
      `The data in ${at('pg')} are of PostgreSQL ${version}, this version brings ${major}: start the version that made them, or set DATABASE_URL.`,
    );
  }

  const privileges = choosePrivileges(path.join(native, 'bin', 'postgres'), folder);
  const socketFolder = socketFolderOf(folder);
  for (const made of [socketFolder, at('lib')]) mkdirSync(made, { recursive: true, mode: 0o700 });
  if (socketFolder !== at('run')) checkOwner(socketFolder, folder);
  linkLibraries(native, at('lib'));
  const password = secretFile(at('password'));
  const strange = [folder, socketFolder].some((made) => statSync(made).uid !== privileges.uid);
  if (strange && isFree(at('lock'))) for (const made of [socketFolder, folder]) changeOwner(made, privileges);
  for (const made of [at('password'), at('lib')]) changeOwnerOfFile(made, privileges);

  return {
    folder,
    data: at('pg'),
    socketFolder,
    libraries: at('lib'),
    lock: at('lock'),
    owner: at('owner'),
    log: at('postgres.log'),
    password,
    privileges,
  };
}
