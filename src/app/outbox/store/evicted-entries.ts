import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { createSignal } from '#app/lib/store.ts';

const KEY = 'branch-desk.lost';
/** Person → how many unsent entries the browser has cleared. */
const lost = z.record(z.string(), z.number()).catch({});

const changes = createSignal();

const read = () => lost.parse(parseJson(readLocal(KEY)));

function write(next: Record<string, number>): void {
  writeLocal(KEY, JSON.stringify(next));
  changes.notify();
}

/** Adds to what has been lost, by person. */
export function reportEvicted(counts: Readonly<Record<string, number>>): void {
  const next = { ...read() };
  for (const [owner, count] of Object.entries(counts)) {
    if (count > 0) next[owner] = (next[owner] ?? 0) + count;
  }
  write(next);
}

/** The signed-in person has seen it. */
export function dismissEvicted(): void {
  const owner = currentOwner();
  if (!owner) return;
  const { [ownerKey(owner)]: _, ...others } = read();
  write(others);
}

/** Returns how many unsent entries of the signed-in person the browser has cleared, until they dismiss it. */
export function evictedCount(): number {
  const owner = currentOwner();
  return owner ? (read()[ownerKey(owner)] ?? 0) : 0;
}

/** Calls the listener when that number may have changed, in any tab; returns how to unsubscribe. */
export function subscribeToEvicted(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}
