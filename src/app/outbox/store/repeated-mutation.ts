import type { Owner } from '#app/api/session.ts';
import { messages } from '../messages.ts';
import { isUnsent, type OutboxEntry, readEntry, type StoredEntry } from '../model/entry.ts';
import { newMutationId } from '../model/ids.ts';
import type { Mutation } from '../model/mutation.ts';
import type { OutboxDb } from './outbox-db.ts';
import { entryOfMutation } from './queries.ts';

/** Describes what to do with a mutation whose id the outbox may know already. */
export type RepeatedMutation =
  | { readonly kind: 'stored'; readonly entry: StoredEntry }
  | { readonly kind: 'rejected'; readonly detail: string }
  /** The mutation to store: as it was, or under a new id, or in the place of an unsent entry. */
  | { readonly kind: 'store'; readonly mutation: Mutation };

/**
 * Decides what a mutation means if its id was stored before. Only the same body is the same mutation; another
 * body is never called stored, and never sent under a used key (fault 71). Run it inside the transaction that
 * stores the mutation.
 */
export async function repeatedMutation(
  db: OutboxDb,
  owner: Owner,
  mutation: Mutation,
): Promise<RepeatedMutation> {
  const own = await entryOfMutation(db, owner, mutation.id);
  const stored = own ?? (await standingRejection(db, owner, mutation.rejectedIds ?? []));
  if (!stored) return { kind: 'store', mutation };
  const entry = readEntry(stored);
  const isRefused = entry.state === 'rejected' && !entry.uncertain;
  // A rejected one is sent again whatever its body: the user has pressed the button again.
  if (!isRefused && isSameBody(entry, mutation)) return { kind: 'stored', entry: stored };
  const next = { ...mutation, ...(own && { id: newMutationId() }) };
  if (entry.ownerId !== owner.ownerId) return { kind: 'store', mutation: next };
  if (entry.operation.kind === mutation.kind && mayReplace(entry, mutation))
    return { kind: 'store', mutation: { ...next, replaces: entry.id } };
  if (mutation.kind !== 'update' || (entry.operation.kind !== 'update' && !isUnsent(entry)))
    return { kind: 'rejected', detail: messages.savedBefore };
  // The form now shows what the stored change sets, so the next change is made upon that. A rejected one set nothing.
  const before = mutation.before && { ...mutation.before, ...(!isRefused && entry.body) };
  return { kind: 'store', mutation: { ...next, ...(before && { before }) } };
}

/** Returns the entry that still stands for one of a form's rejected ids. */
async function standingRejection(
  db: OutboxDb,
  owner: Owner,
  rejectedIds: readonly string[],
): Promise<StoredEntry | undefined> {
  for (const id of rejectedIds) {
    const entry = await entryOfMutation(db, owner, id);
    if (entry && readEntry(entry).state === 'rejected') return entry;
  }
  return undefined;
}

/** Returns whether an entry is unsent and holds nothing but what this form has saved. */
function mayReplace(entry: OutboxEntry, { id, kind, rejectedIds = [], replaces }: Mutation): boolean {
  const ids = new Set([id, ...rejectedIds, replaces]);
  if (!isUnsent(entry)) return false;
  if (kind === 'create' && entry.state === 'rejected') return true;
  return entry.merged.every((mergedId) => ids.has(mergedId)) && (ids.has(entry.id) || kind === 'create');
}

/**
 * Returns whether an entry holds everything that a mutation says. A change keeps only the touched fields; the
 * others are as the user saw them.
 */
function isSameBody(entry: OutboxEntry, { id, kind, body }: Mutation): boolean {
  const isOwn = entry.id === id;
  if (isOwn && entry.operation.kind !== kind) return false;
  const names = new Set([...Object.keys(body), ...(isOwn ? Object.keys(entry.body) : [])]);
  const held = { ...(kind === 'update' && entry.before), ...entry.body };
  return [...names].every((name) => canonical(body[name]) === canonical(held[name]));
}

/** Serializes a value so that equal values give equal text; null and '' both mean empty. */
function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
