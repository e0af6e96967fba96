import { type Owner, ownerKey } from '#app/api/session.ts';
import { localKeys, parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';

const PREFIX = 'branch-desk.input ';

const placeOf = (owner: Owner, screen: string) => `${PREFIX}${ownerKey(owner)} ${screen}`;

/** What the user has typed on a screen, or pressed there without an answer so far. The caller parses it. */
export const readInput = (owner: Owner, screen: string): unknown =>
  parseJson(readLocal(placeOf(owner, screen)));

export const keepInput = (owner: Owner, screen: string, input: unknown): void =>
  writeLocal(placeOf(owner, screen), JSON.stringify(input));

export const removeInput = (owner: Owner, screen: string): void => removeLocal(placeOf(owner, screen));

/** @param owners `ownerKey` of everybody whose input stays */
export function clearInput(owners: ReadonlySet<string>): void {
  const ownerIn = (key: string) => key.slice(PREFIX.length).split(' ', 1)[0] ?? '';
  for (const key of localKeys(PREFIX)) if (!owners.has(ownerIn(key))) removeLocal(key);
}
