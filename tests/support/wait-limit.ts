import { vi } from 'vitest';

/** Limits a wait, in milliseconds. Vitest's own second is a bar that a loaded machine misses. */
const HANG_MS = 60_000;

const { waitFor } = vi;
const waitWithLimit: typeof waitFor = (callback, options = HANG_MS) => waitFor(callback, options);

// Files of a worker share Vitest's object, and each of them runs this.
if (waitFor.name !== waitWithLimit.name) vi.waitFor = waitWithLimit;
