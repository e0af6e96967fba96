import { createStore } from '#app/lib/store.ts';

const seen = createStore<string | undefined>(undefined);

/** Returns the generation of the server's database as its last answer named it; undefined before that. */
export const seenGeneration = seen.get;

/** Calls the listener when the server names another generation: its database was restored from a backup. */
export const onGenerationChange = seen.subscribe;

/** Stores the generation that an answer names; other servers name none. */
export function reportGeneration(generation: string | undefined): void {
  if (generation !== undefined && generation !== seen.get()) seen.set(generation);
}

/** Versions that the answers to reads named; empty text stands for none. Two of them are one too many. */
let versions: readonly string[] = [];
let began = 0;

/** Stores the version of the branch that the answer to a read names; other servers name none. */
export function reportReadVersion(version: string | null): void {
  began ||= Date.now();
  if (versions.length < 2 && !versions.includes(version ?? '')) versions = [...versions, version ?? ''];
}

/** Describes the reads of this tab since it was loaded or the last user left. */
interface ReadVersion {
  /** The version that all of them named: what they answered is not older. */
  readonly version: string;
  /** When the first of them was answered, in milliseconds of the wall clock. */
  readonly began: number;
}

/** Returns the version of what was read so far; undefined where a server named none, or reads named several. */
export function readVersion(): ReadVersion | undefined {
  const [version] = versions;
  return version && versions.length === 1 ? { version, began } : undefined;
}

/** Begins anew, for the reads of another user. */
export function forgetReadVersion(): void {
  versions = [];
  began = 0;
}
