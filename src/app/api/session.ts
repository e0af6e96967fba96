import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { clearBackground } from '#app/lib/background-store.ts';
import { choosePersonDigits } from '#app/lib/digits.ts';
import { choosePersonLanguage } from '#app/lib/language.ts';
import { parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { createSignal } from '#app/lib/store.ts';
import { SESSION_KEY } from '#app/lib/stored-session.ts';
import { accessClaims, type SignedIn, type Tokens, tokens } from '#contract/account.ts';
import { keepStorageKey } from './storage-key.ts';

export interface Owner {
  readonly ownerId: string;
  readonly branchId: string;
}

export interface Session extends Tokens {
  readonly owner: Owner;
}

const owner = z.object({ ownerId: z.string().min(1), branchId: z.string() });
export const storedSession = tokens.extend({ owner });

let parsed: { text: string | undefined; session: Session | undefined } = {
  text: undefined,
  session: undefined,
};
const changes = createSignal();

export function currentSession(): Session | undefined {
  const text = readLocal(SESSION_KEY);
  if (text !== parsed.text) {
    parsed = { text, session: storedSession.safeParse(parseJson(text)).data };
    // Else the pages before sign-in, which do not parse it, would lead back here.
    if (text !== undefined && !parsed.session) removeLocal(SESSION_KEY);
  }
  return parsed.session;
}

/** Read from the access token and trusted for nothing but storage keys. */
export function currentOwner(): Owner | undefined {
  return currentSession()?.owner;
}

/** Of the same sign-in in other branches, which a switch comes back to, also offline (decision 159). */
export const BRANCH_SESSIONS = 'branch-desk.branch-sessions';

export function keptSessions(): readonly Session[] {
  return z.array(storedSession).safeParse(parseJson(readLocal(BRANCH_SESSIONS))).data ?? [];
}

const storeKept = (sessions: readonly Session[]) => writeLocal(BRANCH_SESSIONS, JSON.stringify(sessions));

/** The user of this branch first, then those whom the person is with the same sign-in in other branches. */
export function signedInOwners(): readonly Owner[] {
  return [currentOwner() ?? [], keptSessions().map((kept) => kept.owner)].flat();
}

export const isSignedIn = (ownerId: string): boolean =>
  signedInOwners().some((known) => known.ownerId === ownerId);

export const signedInKeys = (): ReadonlySet<string> => new Set(signedInOwners().map(ownerKey));

export function ownerKey({ ownerId, branchId }: Owner): string {
  return `${branchId}/${ownerId}`;
}

/** Undefined if the token is not a JWT with a subject. */
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
 * Also stores the storage key that came with them.
 * @param fallback the owner, for servers whose tokens do not name one (decision 31)
 * @throws {Error} when neither the token nor `fallback` names an owner
 */
export function storeTokens(pair: SignedIn, fallback?: Owner): void {
  const tokenOwner = ownerOf(pair.access) ?? fallback;
  if (!tokenOwner) throw new Error('The tokens do not name their user.');
  // Of an earlier sign-in.
  if (!currentSession()) removeLocal(BRANCH_SESSIONS);
  if (pair.storage_key !== undefined) keepStorageKey({ ...tokenOwner, key: pair.storage_key });
  writeLocal(SESSION_KEY, JSON.stringify({ access: pair.access, refresh: pair.refresh, owner: tokenOwner }));
  changes.notify();
}

/** Goes on with another session of the sign-in; the one in use is kept. Nothing more is sent for the closed app. */
export function activateSession(next: Session): void {
  const sessions = [...keptSessions(), ...[currentSession() ?? []].flat()];
  storeKept(sessions.filter((kept) => ownerKey(kept.owner) !== ownerKey(next.owner)));
  writeLocal(SESSION_KEY, JSON.stringify(next));
  void clearBackground();
  changes.notify();
}

/** A branch that the person has left keeps no session. */
export function dropSessionsBeyond(branches: readonly string[]): void {
  const kept = keptSessions();
  const remaining = kept.filter(({ owner }) => branches.includes(owner.branchId));
  if (remaining.length === kept.length) return;
  storeKept(remaining);
  changes.notify();
}

/** @returns false if the stale session is not kept */
export function storeKeptTokens(stale: Session, { access, refresh }: Tokens): boolean {
  const kept = keptSessions();
  if (!kept.some((session) => session.refresh === stale.refresh)) return false;
  storeKept(
    kept.map((session) => (session.refresh === stale.refresh ? { ...session, access, refresh } : session)),
  );
  return true;
}

/**
 * The session has ended, in whichever way. `clearLeftData` follows (src/app/shell/clear-left-data.ts); pending entries
 * stay on the device, and nothing more is sent for the closed app.
 */
export function clearTokens(): void {
  removeLocal(SESSION_KEY);
  removeLocal(BRANCH_SESSIONS);
  void clearBackground();
  void choosePersonLanguage(undefined).catch(() => undefined);
  void choosePersonDigits(undefined).catch(() => undefined);
  changes.notify();
}

/** Covers sign-in, refresh and sign-out, also in other tabs. Returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === SESSION_KEY || event.key === null) listener();
  };
  // A page that the browser restores from its memory has missed changes of the session (fault 72).
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', fromOtherTab);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    unsubscribe();
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('storage', fromOtherTab);
  };
}

let lastOwner: Owner | undefined;

/** The same object for the same owner, so that a refreshed token causes no re-render. */
function stableOwner(): Owner | undefined {
  const current = currentOwner();
  if (!current || !lastOwner || ownerKey(current) !== ownerKey(lastOwner)) lastOwner = current;
  return lastOwner;
}

export function useOwner(): Owner | undefined {
  return useSyncExternalStore(onSessionChange, stableOwner);
}
