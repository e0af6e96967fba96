import { afterAll, vi } from 'vitest';

/** Gives a test file product modules of its own: import it first. The files of a worker share them otherwise. */
vi.resetModules();
afterAll(() => void vi.resetModules());
