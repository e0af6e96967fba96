import { z } from 'zod';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';

const KEY = 'branch-desk.last-close';
const stored = z.object({ owner: z.string(), at: z.string() });

/** Returns when the user closed their drawer last, as far as this device has heard; also without a connection. */
export function lastClose(owner: Owner): string | undefined {
  const known = stored.safeParse(parseJson(readLocal(KEY))).data;
  return known?.owner === ownerKey(owner) ? known.at : undefined;
}

/** Remembers when the user closed their drawer last. */
export function rememberLastClose(owner: Owner, at: string | null): void {
  if (at === null) forgetLastClose();
  else writeLocal(KEY, JSON.stringify({ owner: ownerKey(owner), at }));
}

export function forgetLastClose(): void {
  removeLocal(KEY);
}
