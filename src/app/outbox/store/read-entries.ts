import type { Owner } from '#app/api/session.ts';
import { failsWith } from '../model/dependencies.ts';
import { isStuck, type OutboxEntry, readEntry } from '../model/entry.ts';

/**
 * Reads what is stored, in order of arrival, as far as it is this person's: parked rows say why, and what
 * depends on a refused or parked row is blocked. Rows whose owner can't be read are shown to everyone.
 * @param read how a stored row is read: whoever looks again and again need not read the same one twice
 */
export function readEntries(owner: Owner, stored: readonly unknown[], read = readEntry): OutboxEntry[] {
  const rows: OutboxEntry[] = [];
  const byId = new Map<string, OutboxEntry>();
  for (const raw of stored) {
    const row = blockedOr(elsewhereOr(read(raw), owner), byId);
    if (row.ownerId !== owner.ownerId && row.ownerId !== '') continue;
    rows.push(row);
    byId.set(row.id, row);
  }
  // A row that was taken back keeps its place, so a parent may stand behind its child: look once more.
  return rows.map((row) => blockedOr(row, byId));
}

function elsewhereOr(row: OutboxEntry, owner: Owner): OutboxEntry {
  if (row.state === 'done' || row.parked || row.branchId === owner.branchId) return row;
  return { ...row, state: 'blocked', parked: 'other-branch' };
}

function blockedOr(row: OutboxEntry, byId: ReadonlyMap<string, OutboxEntry>): OutboxEntry {
  if (row.state === 'done' || row.state === 'rejected' || row.state === 'blocked') return row;
  const stuck = row.dependsOn.some((id) => {
    const parent = byId.get(id);
    return parent && isStuck(parent) && (parent.parked === 'unreadable' || failsWith(row, parent));
  });
  return stuck ? { ...row, state: 'blocked', parked: 'depends' } : row;
}
