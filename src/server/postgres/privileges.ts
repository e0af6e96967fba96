import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { StartupError } from '#server/startup-error.ts';

const nobody = 65_534;

/** How PostgreSQL is started, and who owns its files as seen from here. */
export interface Privileges {
  /** What stands before the command. */
  readonly prefix: readonly string[];
  readonly uid: number;
  readonly gid: number;
}

function works(command: readonly string[]): boolean {
  const [program = '', ...rest] = command;
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0;
}

/** PostgreSQL wants a user with a name; containers are often started with a bare number. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it as it is. Root runs it as the owner of the data, at first `nobody`,
 * if that user can reach program and folder; else as root of nothing but a user namespace; else as that user with the one capability
 * to pass folders that only root may enter.
 * @throws {StartupError} when this machine allows none of these
 */
export function choosePrivileges(program: string, folder: string): Privileges {
  const self = process.getuid?.() ?? nobody;
  const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];
  if (self !== 0) {
    const prefix = !hasName() && works([...namespace, 'true']) ? namespace : [];
    return { prefix, uid: self, gid: process.getgid?.() ?? nobody };
  }

  const owner = statSync(path.join(folder, 'pg'), { throwIfNoEntry: false });
  const { uid, gid } = owner !== undefined && owner.uid !== 0 ? owner : { uid: nobody, gid: nobody };
  const asOwner = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const reaches = ['test', '-x', program, '-a', '-x', path.dirname(folder)];
  if (works([...asOwner, ...reaches])) return { prefix: [...asOwner, '--no-new-privs'], uid, gid };

  if (works([...namespace, ...reaches])) return { prefix: namespace, uid: 0, gid: 0 };

  const capable = [
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  if (works([...asOwner, ...capable, ...reaches])) return { prefix: [...asOwner, ...capable], uid, gid };

  throw new StartupError(
    'PostgreSQL does not run as root and no other user can reach its files: start the server as an ordinary user, move it to a folder that others may enter, or set DATABASE_URL.',
  );
}

/** Gives a folder and all in it to the one PostgreSQL runs as. Never while a server runs on it. */
export function changeOwner(file: string, to: Privileges): void {
  lchownSync(file, to.uid, to.gid);
  if (!lstatSync(file).isDirectory()) return;
  for (const name of readdirSync(file)) changeOwner(path.join(file, name), to);
}

/** Gives a single file to the one PostgreSQL runs as, where that is somebody else. */
export function changeOwnerOfFile(file: string, to: Privileges): void {
  if (statSync(file).uid !== to.uid) chownSync(file, to.uid, to.gid);
}
