import { afterAll } from 'vitest';
import { cleanUp } from './temporary.ts';

// Files of a worker share their modules, and each of them runs this: a helper could register it for the first one only.
afterAll(cleanUp);
