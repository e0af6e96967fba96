import { z } from 'zod';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { createSignal } from '#app/lib/store.ts';

const lostWrite = z.object({
  key: z.string(),
  /** Wall clock, milliseconds. */
  at: z.number(),
  kind: z.string().optional(),
  sentence: z.string().optional(),
  /** For an entry whose content was removed, or that its user had found done. */
  entry: z.object({ resource: z.string(), kind: z.enum(['create', 'update', 'delete']) }).optional(),
});
export type LostWrite = z.output<typeof lostWrite>;

const lost = z.object({
  /** When the restored backup was made, ISO 8601 in UTC. */
  from: z.string().optional(),
  writes: z.array(lostWrite),
});
type Lost = z.output<typeof lost>;

const STORAGE_KEY = 'branch-desk.undone';
const byOwner = z.record(z.string(), lost).catch({});

const NONE: Lost = { writes: [] };
const changes = createSignal();
/** Subscribers get the same object until the stored text changes. */
let last: { readonly text: string | undefined; readonly read: Readonly<Record<string, Lost>> } | undefined;

function read(): Readonly<Record<string, Lost>> {
  const text = readLocal(STORAGE_KEY);
  if (last === undefined || last.text !== text) last = { text, read: byOwner.parse(parseJson(text)) };
  return last.read;
}

function store(next: Readonly<Record<string, Lost>>): void {
  writeLocal(STORAGE_KEY, JSON.stringify(next));
  changes.notify();
}

export function nameLost(owner: Owner, from: string | undefined, writes: readonly LostWrite[]): void {
  if (writes.length === 0) return;
  const before = read()[ownerKey(owner)] ?? NONE;
  const keys = new Set(writes.map(({ key }) => key));
  const others = before.writes.filter(({ key }) => !keys.has(key));
  store({ ...read(), [ownerKey(owner)]: { from, writes: [...others, ...writes] } });
}

export function lostWrites(): Lost {
  const owner = currentOwner();
  return (owner && read()[ownerKey(owner)]) ?? NONE;
}

export function dismissLost(): void {
  const owner = currentOwner();
  if (!owner) return;
  const { [ownerKey(owner)]: _, ...others } = read();
  store(others);
}

/** No names of signed-out users stay on a shared device. */
export function forgetLostNames(kept: ReadonlySet<string>): void {
  const all = Object.entries(read());
  const isNamed = ([owner, { writes }]: (typeof all)[number]) =>
    !kept.has(owner) && writes.some(({ sentence }) => sentence !== undefined);
  if (!all.some(isNamed)) return;
  const unnamed = ({ from, writes }: Lost) => ({
    from,
    writes: writes.map((write) => ({ ...write, sentence: undefined })),
  });
  store(Object.fromEntries(all.map((one) => (isNamed(one) ? [one[0], unnamed(one[1])] : one))));
}

/**
 * Calls the listener in any tab.
 * @returns a function that unsubscribes
 */
export function subscribeToLost(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}
