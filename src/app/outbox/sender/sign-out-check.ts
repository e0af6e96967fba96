import { currentOwner } from '#app/api/session.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';

interface Waiting {
  readonly count: number;
  /** Of these, how many go on without a person. */
  readonly onTheirWay: number;
}

async function waitingByOwner(): Promise<Map<string, Waiting>> {
  // Not imported at the top: the sign-in screen asks as well, and must not load the database for that.
  const [{ outboxDb }, { requiresUserAction: needsPerson, readEntry: readRow }] = await Promise.all([
    import('../store/outbox-db.ts'),
    import('../model/entry.ts'),
  ]);
  const waiting = new Map<string, Waiting>();
  for (const stored of await outboxDb().outbox.toArray()) {
    const row = readRow(stored);
    if (row.state === 'done') continue;
    const { count, onTheirWay } = waiting.get(row.ownerId) ?? { count: 0, onTheirWay: 0 };
    waiting.set(row.ownerId, { count: count + 1, onTheirWay: onTheirWay + (needsPerson(row) ? 0 : 1) });
  }
  return waiting;
}

/** How many unsent writes wait on this device, by person: counts only, never amounts or names. Never throws. */
export async function pendingByPerson(): Promise<{ ownerId: string; count: number }[]> {
  const waiting = await waitingByOwner().catch(() => new Map<string, Waiting>());
  return [...waiting].map(([ownerId, { count }]) => ({ ownerId, count }));
}

const BETWEEN_TRIES = 1_000;

/** Before signing out: tries to send everything of this person for at most so many seconds. Answers how many are left. */
export async function flushBeforeLogout(seconds: number): Promise<number> {
  const owner = currentOwner();
  const until = Date.now() + seconds * 1_000;
  if (!owner) return 0;
  const mine = async () => (await waitingByOwner()).get(owner.ownerId) ?? { count: 0, onTheirWay: 0 };
  const { triggerSend: kickDrainer } = await import('./triggers.ts');
  const inTime = (work: Promise<void>) => withTimeout(work, Math.max(0, until - Date.now()), () => undefined);
  while ((await mine()).onTheirWay > 0 && Date.now() < until) {
    await inTime(kickDrainer(true));
    if ((await mine()).onTheirWay > 0) await inTime(pause(BETWEEN_TRIES));
  }
  return (await mine()).count;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
