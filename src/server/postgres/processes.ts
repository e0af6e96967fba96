import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isLinux = process.platform === 'linux';

/** Reads a text file; empty if it cannot be read. */
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

/** Returns the start time of a process, in a system-specific unit; empty if it has ended. With the id it identifies a process. */
export function startTimeOf(pid: number): string {
  if (!isLinux) return askPs(pid, 'lstart');
  const afterName = readIfThere(`/proc/${pid}/stat`).split(') ').at(-1) ?? '';
  return afterName.split(' ')[19] ?? '';
}

/** Tells whether a process id is PostgreSQL on this data directory, by its command line. Ids are reused by other programs. */
export function isPostgresOf(pid: number, data: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const command = isLinux
    ? readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    : `${askPs(pid, 'command')} `;
  return command.split(' -c ', 1)[0]?.trimEnd().endsWith(`/postgres -D ${data}`) ?? false;
}
