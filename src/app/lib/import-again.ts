/** Messages of all browsers for a failed dynamic import; there is no other sign of it. */
const CHUNK_LOAD_MESSAGE =
  /dynamically imported module|importing a module script failed|error loading dynamically|preload css/i;

/** An old page meets a newer server, or there is no connection. */
export function isChunkLoadError(error: unknown): error is Error {
  return error instanceof Error && CHUNK_LOAD_MESSAGE.test(error.message);
}

/** Chromium and Firefox name it. WebKit does not, but it asks for a failed file again by itself. */
const addressIn = ({ message }: Error): string | undefined => /https?:\/\/\S+\.js/.exec(message)?.[0];

const isThere = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

/** By the address that failed. */
const copies = new Map<string, Promise<unknown>>();
let attempts = 0;

/** The service worker and the server ignore the query. The copy is the only one: what failed never ran. */
function importCopy(address: string, load: (address: string) => Promise<unknown>): Promise<unknown> {
  const existing = copies.get(address);
  if (existing) return existing;
  attempts += 1;
  const copy = load(`${address}?retry=${attempts}`);
  copies.set(address, copy);
  copy.catch(() => copies.delete(address));
  return copy;
}

/**
 * Firefox remembers a file that failed to load for as long as the page lives: it is imported again from another
 * address. Other browsers load it from its own, so that it is never there twice.
 * @param error of the import
 * @throws that error, if the file or one that it imports statically cannot be had; then a reload may help
 */
export async function importAgain(
  error: unknown,
  load: (address: string) => Promise<unknown> = (address) => import(/* @vite-ignore */ address),
): Promise<unknown> {
  const address = isChunkLoadError(error) ? addressIn(error) : undefined;
  if (!address || !(await isThere(address))) throw error;
  return load(address).catch(() => importCopy(address, load));
}

declare global {
  /** Every dynamic import of the build ends here when it fails (src/build/retry-imports.ts). */
  var retryImport: ((error: unknown) => Promise<unknown>) | undefined;
}

/** Before the first dynamic import. */
export function retryFailedImports(): void {
  globalThis.retryImport = (error) => importAgain(error);
}
