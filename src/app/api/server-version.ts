import { createStore } from '#app/lib/store.ts';

const seen = createStore<string | undefined>(undefined);

/** As the last answer named it; undefined before that. */
export const seenGeneration = seen.get;

export const onGenerationChange = seen.subscribe;

export function reportGeneration(generation: string | undefined): void {
  if (generation !== undefined && generation !== seen.get()) seen.set(generation);
}

/** Versions that the answers to reads named; empty text stands for none. Two are enough to know that they differ. */
let versions: readonly string[] = [];
let began = 0;

export function reportReadVersion(version: string | null): void {
  began ||= Date.now();
  if (versions.length < 2 && !versions.includes(version ?? '')) versions = [...versions, version ?? ''];
}

/** Reads since this tab was loaded or the last user left. */
interface ReadVersion {
  /** All reads named this version, so none of their answers is older. */
  readonly version: string;
  /** When the first answer came, wall clock in milliseconds. */
  readonly began: number;
}

/** Undefined where a server named no version, or reads named several. */
export function readVersion(): ReadVersion | undefined {
  const [version] = versions;
  return version && versions.length === 1 ? { version, began } : undefined;
}

export function forgetReadVersion(): void {
  versions = [];
  began = 0;
}
