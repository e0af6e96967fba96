import { vi } from 'vitest';

/** Resets the product's modules for each test file. Libraries are shared, since they load slowly. */
vi.resetModules();
