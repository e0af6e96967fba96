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
/** User and group of a new database where root runs the server: no other program has them, as others have `nobody`. */
const OWN = 55_432;

interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface Privileges extends User {
  readonly prefix: readonly string[];
  /** Before initdb, which refuses a user without a name; PostgreSQL itself runs as any. */
  readonly initdbPrefix: readonly string[];
}

function succeeds(command: readonly string[]): boolean {
  const [program = '', ...rest] = command;
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0;
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Whoever enters it is `nobody` inside. */
const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

const runAs = ({ uid, gid }: User) => ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];

/** The owner of the data; of new ones a user of their own, or `nobody` where a container forbids that. */
function userOf(folder: string): User & Pick<Privileges, 'initdbPrefix'> {
  const owner = statSync(path.join(folder, 'pg'), { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, initdbPrefix: [] };
  const own = { uid: OWN, gid: OWN };
  if (succeeds(['id', '-nu', String(OWN)])) return { ...own, initdbPrefix: [] };
  if (succeeds([...runAs(own), ...namespace, 'true'])) return { ...own, initdbPrefix: namespace };
  return { uid: NOBODY, gid: NOBODY, initdbPrefix: [] };
}

/**
 * PostgreSQL refuses to run as root. Root runs it as the owner of the data if that user can reach program and folder, else in a user
 * namespace, else as a named user with CAP_DAC_OVERRIDE.
 */
export function choosePrivileges(program: string, folder: string): Privileges {
  const self = process.getuid?.() ?? NOBODY;
  if (self !== 0) {
    const initdbPrefix = !hasName() && succeeds([...namespace, 'true']) ? namespace : [];
    return { prefix: [], initdbPrefix, uid: self, gid: process.getgid?.() ?? NOBODY };
  }

  const user = userOf(folder);
  const reachTest = ['test', '-x', program, '-a', '-x', path.dirname(folder)];
  if (succeeds([...runAs(user), ...reachTest]))
    return { ...user, prefix: [...runAs(user), '--no-new-privs'] };

  if (succeeds([...namespace, ...reachTest])) return { prefix: namespace, initdbPrefix: [], uid: 0, gid: 0 };

  // A namespace would take the capability away.
  const named = user.initdbPrefix.length > 0 ? { uid: NOBODY, gid: NOBODY } : user;
  const capable = [
    ...runAs(named),
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  if (succeeds([...capable, ...reachTest])) return { ...named, prefix: capable, initdbPrefix: [] };

  throw new StartupError(
    'PostgreSQL does not run as root and no other user can reach its files: start the server as an ordinary user, move it to a folder that others may enter, or set DATABASE_URL.',
  );
}

/** Recursive. Never call it while PostgreSQL runs. */
export function changeOwner(file: string, to: User): void {
  lchownSync(file, to.uid, to.gid);
  if (!lstatSync(file).isDirectory()) return;
  for (const name of readdirSync(file)) changeOwner(path.join(file, name), to);
}

export function changeOwnerOfFile(file: string, to: User): void {
  if (statSync(file).uid !== to.uid) chownSync(file, to.uid, to.gid);
}
