import type { RetryPolicy } from '#app/api/retry-policy.ts';
import type { Owner } from '#app/data/session.ts';
import { isDue } from './backoff.ts';
import { isUnsettled, type OutboxRow, readRow } from './outbox-row.ts';
import { standsOrFallsWith } from './touches.ts';

/**
 * Reads what is stored, in order of arrival, as far as it is this person's: parked rows say why, and what
 * depends on a refused or parked row is blocked. Rows whose owner can't be read are shown to everyone.
 * @param read how a stored row is read: whoever looks again and again need not read the same one twice
 */
export function rowsOf(owner: Owner, stored: readonly unknown[], read = readRow): OutboxRow[] {
  const rows: OutboxRow[] = [];
  const byId = new Map<string, OutboxRow>();
  for (const raw of stored) {
    const row = blockedOr(elsewhereOr(read(raw), owner), byId);
    if (row.ownerId !== owner.ownerId && row.ownerId !== '') continue;
    rows.push(row);
    byId.set(row.id, row);
  }
  // A row that was taken back keeps its place, so a parent may stand behind its child: look once more.
  return rows.map((row) => blockedOr(row, byId));
}

function elsewhereOr(row: OutboxRow, owner: Owner): OutboxRow {
  if (row.state === 'done' || row.parked || row.branchId === owner.branchId) return row;
  return { ...row, state: 'blocked', parked: 'other-branch' };
}

function blockedOr(row: OutboxRow, byId: ReadonlyMap<string, OutboxRow>): OutboxRow {
  if (row.state === 'done' || row.state === 'rejected' || row.state === 'blocked') return row;
  const stuck = row.dependsOn.some((id) => {
    const parent = byId.get(id);
    return parent && isStuck(parent) && (parent.parked === 'unreadable' || standsOrFallsWith(row, parent));
  });
  return stuck ? { ...row, state: 'blocked', parked: 'depends' } : row;
}

const isStuck = ({ state }: OutboxRow) => state === 'rejected' || state === 'blocked';

export interface Choosing {
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** How many more may be under way. */
  readonly free: number;
  readonly retries: RetryPolicy;
}

/** Which rows may be given to the network now: first in, first out per record, what they depend on done. */
export function nextRows(rows: readonly OutboxRow[], choosing: Choosing): OutboxRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const busy = new Set<string>();
  const chosen: OutboxRow[] = [];
  for (const row of rows) {
    if (chosen.length >= choosing.free) break;
    if (!isUnsettled(row)) continue;
    if (!busy.has(row.entityKey) && maySend(row, choosing) && !waitsForParent(row, byId)) chosen.push(row);
    busy.add(row.entityKey);
  }
  return chosen;
}

function maySend(row: OutboxRow, choosing: Choosing): boolean {
  if (row.state !== 'queued' && row.state !== 'unknown') return false;
  if (row.asksPerson || (row.state === 'unknown' && !choosing.retries.mayResend(row, choosing.now)))
    return false;
  return isDue(row.nextAttemptAt, choosing.now);
}

function waitsForParent(row: OutboxRow, byId: ReadonlyMap<string, OutboxRow>): boolean {
  return row.dependsOn.some((id) => {
    const parent = byId.get(id);
    return (
      parent !== undefined && isUnsettled(parent) && (!isStuck(parent) || standsOrFallsWith(row, parent))
    );
  });
}

/** When the next row becomes due, wall clock in milliseconds; undefined where none is waiting for time. */
export function nextDue(rows: readonly OutboxRow[], { resends }: RetryPolicy): number | undefined {
  const waiting = rows.filter((row) => row.state === 'queued' || row.state === 'unknown');
  const times = waiting
    .filter((row) => !row.asksPerson && (row.state === 'queued' || resends))
    .map(({ nextAttemptAt }) => nextAttemptAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}
