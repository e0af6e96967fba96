import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
