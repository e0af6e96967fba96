import { vi } from 'vitest';

/** The files of these tests share one copy of the libraries, whose loading takes long. Of the product itself each has a copy of its own. */
vi.resetModules();
