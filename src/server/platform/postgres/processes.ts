import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { StartupError } from '#server/platform/startup-error.ts';

const isLinux = process.platform === 'linux';

export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function askPs(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** In a system-specific unit; empty if the process has ended. With the id it identifies a process. */
export function startTimeOf(pid: number): string {
  if (!isLinux) return askPs(pid, 'lstart');
  const afterName = readIfThere(`/proc/${pid}/stat`).split(') ').at(-1) ?? '';
  return afterName.split(' ')[19] ?? '';
}

/** Checks the command line, because ids are reused by other programs. */
export function isPostgresOf(pid: number, data: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const command = isLinux
    ? readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    : `${askPs(pid, 'command')} `;
  return command.split(' -c ', 1)[0]?.trimEnd().endsWith(`/postgres -D ${data}`) ?? false;
}

const NOBODY = 65_534;

export interface Privileges {
  readonly prefix: readonly string[];
  readonly uid: number;
  readonly gid: number;
}

function succeeds(command: readonly string[]): boolean {
  const [program = '', ...rest] = command;
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0;
}

/** PostgreSQL requires a user with a name; containers often use a bare number. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/**
 * PostgreSQL refuses to run as root. A normal user runs it directly. Root runs it as the owner of the data (`nobody` at
 * first) if that user can reach program and folder; else in a user namespace; else as that user with CAP_DAC_OVERRIDE.
 * @throws {StartupError} if this system allows none of these
 */
export function choosePrivileges(program: string, folder: string): Privileges {
  const self = process.getuid?.() ?? NOBODY;
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  if (self !== 0) {
    const prefix = !hasName() && succeeds([...namespace, 'true']) ? namespace : [];
    return { prefix, uid: self, gid: process.getgid?.() ?? NOBODY };
  }

  const owner = statSync(path.join(folder, 'pg'), { throwIfNoEntry: false });
  const { uid, gid } = owner !== undefined && owner.uid !== 0 ? owner : { uid: NOBODY, gid: NOBODY };
  const asOwner = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const reachTest = ['test', '-x', program, '-a', '-x', path.dirname(folder)];
  if (succeeds([...asOwner, ...reachTest])) return { prefix: [...asOwner, '--no-new-privs'], uid, gid };

  if (succeeds([...namespace, ...reachTest])) return { prefix: namespace, uid: 0, gid: 0 };

  const capable = [
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  if (succeeds([...asOwner, ...capable, ...reachTest])) return { prefix: [...asOwner, ...capable], uid, gid };

  throw new StartupError(
    'PostgreSQL does not run as root and no other user can reach its files: start the server as an ordinary user, move it to a folder that others may enter, or set DATABASE_URL.',
  );
}

/** Recursive. Never call it while PostgreSQL runs. */
export function changeOwner(file: string, to: Privileges): void {
  lchownSync(file, to.uid, to.gid);
  if (!lstatSync(file).isDirectory()) return;
  for (const name of readdirSync(file)) changeOwner(path.join(file, name), to);
}

export function changeOwnerOfFile(file: string, to: Privileges): void {
  if (statSync(file).uid !== to.uid) chownSync(file, to.uid, to.gid);
}
