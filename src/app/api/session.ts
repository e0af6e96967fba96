import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { createSignal } from '#app/lib/store.ts';
import { accessClaims, type Tokens, tokens } from '#contract/account.ts';

/** A person of a branch: whose rows and whose cached data these are. */
export interface Owner {
  readonly ownerId: string;
  readonly branchId: string;
}

/** The tokens with the person they speak for. */
export interface Session extends Tokens {
  readonly owner: Owner;
}

const KEY = 'branch-desk.session';
const owner = z.object({ ownerId: z.string().min(1), branchId: z.string() });
const session = tokens.extend({ owner });

let read: { text: string | undefined; session: Session | undefined } = {
  text: undefined,
  session: undefined,
};
const changes = createSignal();

/** The stored session. The same object as long as the stored text is the same. */
export function currentSession(): Session | undefined {
  const text = readLocal(KEY);
  if (text !== read.text) read = { text, session: session.safeParse(parseJson(text)).data };
  return read.session;
}

/** Who is signed in on this device, from what the access token says (not trusted for anything but keying). */
export function currentOwner(): Owner | undefined {
  return currentSession()?.owner;
}

/** One text for a person of a branch: the key of everything that is kept for them. */
export function ownerKey({ ownerId, branchId }: Owner): string {
  return `${branchId}/${ownerId}`;
}

/** Reads whom an access token speaks for; undefined where it is not a JWT that names a subject. */
export function ownerOf(access: string): Owner | undefined {
  const claims = accessClaims.safeParse(parseJson(decodePart(access.split('.')[1]))).data;
  const ownerId = claims?.sub ?? claims?.user_id;
  return ownerId ? { ownerId, branchId: claims?.branch ?? '' } : undefined;
}

function decodePart(part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/**
 * Keeps the tokens on this device.
 * @param known the person, for hosts whose tokens do not tell (decision 31)
 * @throws {Error} when neither the token nor `known` says whose tokens these are
 */
export function storeTokens(pair: Tokens, known?: Owner): void {
  const person = ownerOf(pair.access) ?? known;
  if (!person) throw new Error('These tokens do not say whom they speak for.');
  writeLocal(KEY, JSON.stringify({ access: pair.access, refresh: pair.refresh, owner: person }));
  changes.notify();
}

/** Forgets the tokens: the guard then shows /auth. Unsent work stays on the device. */
export function clearTokens(): void {
  removeLocal(KEY);
  changes.notify();
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', fromOtherTab);
  };
}

let shown: Owner | undefined;

/** The same object for the same person, so that a refreshed token renders nothing anew. */
function shownOwner(): Owner | undefined {
  const now = currentOwner();
  if (!now || !shown || ownerKey(now) !== ownerKey(shown)) shown = now;
  return shown;
}

/** Who is signed in; renders again on sign-in and sign-out, also those of other tabs. */
export function useOwner(): Owner | undefined {
  return useSyncExternalStore(subscribe, shownOwner);
}
