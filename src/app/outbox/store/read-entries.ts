import type { Owner } from '#app/api/session.ts';
import { failsWith } from '../model/dependencies.ts';
import { isStuck, type OutboxEntry, readEntry } from '../model/entry.ts';
import { withBase } from './entry-change.ts';

/** Reads one stored entry, an update with its base (decision 41). */
export const readWithBase = (stored: unknown): OutboxEntry => withBase(readEntry(stored));

/** Reads stored entries in order of arrival, as `arrangeEntries` does with parsed ones. */
export const readEntries = (owner: Owner, stored: readonly unknown[]): OutboxEntry[] =>
  arrangeEntries(owner, stored.map(readWithBase));

/**
 * Arranges parsed entries in order of arrival, as far as they are the owner's. It marks quarantined ones with
 * the reason, and blocks those that must fail with a rejected or quarantined one. Entries without a readable
 * owner are shown to everyone (fault 42).
 */
export function arrangeEntries(owner: Owner, parsed: readonly OutboxEntry[]): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  const byId = new Map<string, OutboxEntry>();
  for (const one of parsed) {
    const entry = withBlockedState(withBranchCheck(one, owner), byId);
    if (entry.ownerId !== owner.ownerId && entry.ownerId !== '') continue;
    entries.push(entry);
    byId.set(entry.id, entry);
  }
  // A replaced entry keeps its place, so a parent may come after its child: check again.
  return entries.map((entry) => withBlockedState(entry, byId));
}

function withBranchCheck(entry: OutboxEntry, owner: Owner): OutboxEntry {
  if (entry.state === 'done' || entry.quarantined || entry.branchId === owner.branchId) return entry;
  return { ...entry, state: 'blocked', quarantined: 'other-branch' };
}

function withBlockedState(entry: OutboxEntry, byId: ReadonlyMap<string, OutboxEntry>): OutboxEntry {
  if (entry.state === 'done' || entry.state === 'rejected' || entry.state === 'blocked') return entry;
  const blocked = entry.dependsOn.some((id) => {
    const parent = byId.get(id);
    return parent && isStuck(parent) && (parent.quarantined === 'unreadable' || failsWith(entry, parent));
  });
  return blocked ? { ...entry, state: 'blocked', quarantined: 'waiting-on-parent' } : entry;
}
