import { z } from 'zod';
import { type Owner, ownerKey, signedInOwners } from '#app/api/session.ts';
import { localKeys, parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { createSignal } from '#app/lib/store.ts';

const PREFIX = 'branch-desk.call ';

const storedCall = z.object({
  name: z.string(),
  /** The record that the call is about; '' where there is one call at a time. */
  subject: z.string(),
  method: z.enum(['POST', 'PATCH', 'DELETE']),
  path: z.string(),
  /** The exact text that was sent; absent for secrets, files, and after sign-out. */
  body: z.string().optional(),
  /** Whether the stored parts suffice to send the request again. */
  whole: z.boolean(),
  file: z.string().optional(),
  key: z.string(),
  /** An earlier request was sent with the same key; one of the two is performed. */
  reused: z.literal(true).optional(),
  /** Time of the first attempt, wall clock in milliseconds. */
  at: z.number(),
  about: z.record(z.string(), z.string()),
});
export type StoredCall = z.output<typeof storedCall>;

const changes = createSignal();

const prefixOf = (owner: Owner) => `${PREFIX}${ownerKey(owner)} `;
const storageKey = (owner: Owner, { name, subject }: Pick<StoredCall, 'name' | 'subject'>) =>
  `${prefixOf(owner)}${name} ${subject}`;

const parse = (text: string | undefined): StoredCall | undefined =>
  storedCall.safeParse(parseJson(text)).data;

export const readCall = (owner: Owner, call: Pick<StoredCall, 'name' | 'subject'>): StoredCall | undefined =>
  parse(readLocal(storageKey(owner, call)));

export const readCalls = (owner: Owner): readonly StoredCall[] =>
  localKeys(prefixOf(owner))
    .flatMap((key) => parse(readLocal(key)) ?? [])
    .sort((one, other) => one.at - other.at);

export function writeCall(owner: Owner, call: StoredCall): void {
  writeLocal(storageKey(owner, call), JSON.stringify(call));
  changes.notify();
}

export function removeCall(owner: Owner, call: StoredCall): void {
  if (readCall(owner, call)?.key !== call.key) return;
  removeLocal(storageKey(owner, call));
  changes.notify();
}

/** For signed-out users; the keys stay (decision 97). */
export function stripCalls(): void {
  const own = signedInOwners().map(prefixOf);
  for (const key of localKeys(PREFIX)) {
    const call = parse(readLocal(key));
    if (own.some((prefix) => key.startsWith(prefix))) continue;
    if (call)
      writeLocal(key, JSON.stringify({ ...call, body: undefined, whole: false, file: undefined, about: {} }));
  }
}

/** Also in other tabs. Returns the unsubscribe function. */
export function onCallsChange(listener: () => void): () => void {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(PREFIX)) listener();
  };
  window.addEventListener('storage', fromOtherTab);
  const unsubscribe = changes.subscribe(listener);
  return () => {
    window.removeEventListener('storage', fromOtherTab);
    unsubscribe();
  };
}
