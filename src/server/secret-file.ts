import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { codeOf } from './startup-error.ts';

/**
 * The secret kept in a file (64 hex digits, mode 0600), made at first use. Whole or not there at all after a crash;
 * two processes that make it at once agree on one.
 */
export function secretFile(file: string): string {
  const kept = read(file);
  if (kept !== undefined) return kept;
  const draft = `${file}.${process.pid}.draft`;
  const handle = openSync(draft, 'w', 0o600);
  writeSync(handle, randomBytes(32).toString('hex'));
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, 'utf8');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
