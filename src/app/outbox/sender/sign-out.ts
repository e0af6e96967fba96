import { connection } from '#app/api/connection.ts';
import { endSession } from '#app/api/pending-sign-outs.ts';
import { clearTokens, currentOwner, currentSession } from '#app/api/session.ts';
import { withTimeout } from '#app/lib/timers.ts';
import { readEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { endsSessions } from '#app/outbox/store/server-facts.ts';
import { triggerSend } from './sender.ts';

/** The server is told as soon as there is a connection (decision 48). */
export async function signOut(): Promise<void> {
  const session = currentSession();
  const ends = session && (await endsSessions(outboxDb(), session.owner));
  clearTokens();
  if (ends) await endSession(session.access);
}

interface PendingCount {
  readonly count: number;
  /** Entries that are sent without a user's decision. */
  readonly automatic: number;
}

async function countByOwner(): Promise<Map<string, PendingCount>> {
  const pending = new Map<string, PendingCount>();
  for (const stored of await outboxDb().outbox.toArray()) {
    const entry = readEntry(stored);
    if (entry.state === 'done') continue;
    const { count, automatic } = pending.get(entry.ownerId) ?? { count: 0, automatic: 0 };
    pending.set(entry.ownerId, {
      count: count + 1,
      automatic: automatic + (requiresUserAction(entry) ? 0 : 1),
    });
  }
  return pending;
}

/** Counts only, never amounts or names. Never throws. */
export async function pendingByOwner(): Promise<{ ownerId: string; count: number }[]> {
  const pending = await countByOwner().catch(() => new Map<string, PendingCount>());
  return [...pending].map(([ownerId, { count }]) => ({ ownerId, count }));
}

const RETRY_INTERVAL = 1_000;

/**
 * Sends entries for at most `seconds` before sign-out; offline it does not wait.
 * @returns how many are left
 */
export async function flushBeforeLogout(seconds: number): Promise<number> {
  const owner = currentOwner();
  const deadline = Date.now() + seconds * 1_000;
  if (!owner) return 0;
  const ownCount = async () => (await countByOwner()).get(owner.ownerId) ?? { count: 0, automatic: 0 };
  const withinDeadline = (work: Promise<void>) =>
    withTimeout(work, Math.max(0, deadline - Date.now()), () => undefined);
  const mayBeSent = async () =>
    connection() === 'online' && Date.now() < deadline && (await ownCount()).automatic > 0;
  while (await mayBeSent()) {
    await withinDeadline(triggerSend(true));
    if (await mayBeSent()) await withinDeadline(wait(RETRY_INTERVAL));
  }
  return (await ownCount()).count;
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
