import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where files are kept in memory, as far as the machine has such a place: what they hold is gone after the run either way. */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
