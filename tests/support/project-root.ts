import { fileURLToPath } from 'node:url';

/** Folder of the package. Stands apart from the architecture tests, which load the TypeScript compiler. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
