import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Folder for temporary data: in memory where the machine has one. */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
