import { z } from 'zod';
import { isSignedIn, type Owner, ownerKey } from '#app/api/session.ts';
import { localKeys, parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';

const PREFIX = 'branch-desk.input ';

/**
 * Milliseconds: six days. A settled entry stays in the outbox for a day longer, so that the input of a form whose save
 * survived a crash is always recognised.
 */
const MAX_AGE = 6 * 24 * 3_600_000;
/** Of one user. */
const MAX_INPUTS = 20;

const storedInput = z.object({ at: z.number(), input: z.unknown() });

interface KeptInput {
  /** Wall clock in milliseconds. */
  readonly at: number;
  /** Another build may have written it. */
  readonly input: unknown;
}

const ownerPrefix = (owner: Owner) => `${PREFIX}${ownerKey(owner)} `;
const placeOf = (owner: Owner, screen: string) => ownerPrefix(owner) + screen;

const readAt = (key: string): KeptInput | undefined => storedInput.safeParse(parseJson(readLocal(key))).data;

/** What the user typed on a screen and has not saved, or pressed there without an answer. Undefined after six days. */
export function readInput(owner: Owner, screen: string, now = Date.now()): KeptInput | undefined {
  const kept = readAt(placeOf(owner, screen));
  return kept && kept.at >= now - MAX_AGE ? kept : undefined;
}

/** Of all screens whose name begins with `prefix`, newest first. */
export function readInputs(owner: Owner, prefix: string, now = Date.now()): readonly KeptInput[] {
  const place = placeOf(owner, prefix);
  return localKeys(place)
    .flatMap((key) => readInput(owner, key.slice(ownerPrefix(owner).length), now) ?? [])
    .sort((one, other) => other.at - one.at);
}

/** Only while the user is signed in: a form that closes at the end of its session leaves nothing. */
export function keepInput(owner: Owner, screen: string, input: unknown, at = Date.now()): void {
  if (!isSignedIn(owner.ownerId)) return;
  const place = placeOf(owner, screen);
  const isNew = readLocal(place) === undefined;
  writeLocal(place, JSON.stringify({ at, input }));
  if (!isNew) return;
  pruneInput(at);
  const timesByKey = localKeys(ownerPrefix(owner)).map((key) => [key, readAt(key)?.at ?? 0] as const);
  for (const [key] of timesByKey.sort(([, one], [, other]) => other - one).slice(MAX_INPUTS))
    removeLocal(key);
}

export const removeInput = (owner: Owner, screen: string): void => removeLocal(placeOf(owner, screen));

/** Of all users, what is older than six days. */
export function pruneInput(now: number): void {
  for (const key of localKeys(PREFIX)) if ((readAt(key)?.at ?? now) < now - MAX_AGE) removeLocal(key);
}

/** @param owners `ownerKey` of everybody whose input stays */
export function clearInput(owners: ReadonlySet<string>): void {
  const ownerIn = (key: string) => key.slice(PREFIX.length).split(' ', 1)[0] ?? '';
  for (const key of localKeys(PREFIX)) if (!owners.has(ownerIn(key))) removeLocal(key);
}
