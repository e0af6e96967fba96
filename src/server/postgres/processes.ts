import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const linux = process.platform === 'linux';

/** A text file's content, or nothing when it cannot be read. */
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

/** When a process was born, in some unit: with its number it tells a process from a later one of the same number. Empty: it is gone. */
export function startTimeOf(pid: number): string {
  if (!linux) return askPs(pid, 'lstart');
  const afterName = readIfThere(`/proc/${pid}/stat`).split(') ').at(-1) ?? '';
  return afterName.split(' ')[19] ?? '';
}

/** A number in a file proves nothing, it may have been given to another program since; the command line does. */
export function isPostgresOf(pid: number, data: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const command = linux
    ? readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    : `${askPs(pid, 'command')} `;
  return command.split(' -c ', 1)[0]?.trimEnd().endsWith(`/postgres -D ${data}`) ?? false;
}
