import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { codeOf } from './startup-error.ts';

/**
 * Reads the secret of a file (64 hex digits, mode 0600), or creates it. After a crash the file is complete or missing; processes that
 * create it concurrently agree on one secret.
 */
export function secretFile(file: string): string {
  const existing = readIfExists(file);
  if (existing !== undefined) return existing;
  const temporaryFile = `${file}.${process.pid}.draft`;
  const handle = openSync(temporaryFile, 'w', 0o600);
  writeSync(handle, randomBytes(32).toString('hex'));
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporaryFile);
  }
  return readFileSync(file, 'utf8');
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
