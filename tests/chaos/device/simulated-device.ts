import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { currentOwner, currentSession, type Owner, ownerKey, storeTokens } from '#app/api/session.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { nextTimestamp } from '#app/lib/clock.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import { type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import { discard, reopen, retryNow } from '#app/outbox/recovery/actions.ts';
import { OutboxSender } from '#app/outbox/sender/sender.ts';
import { flushBeforeLogout, signOut } from '#app/outbox/sender/sign-out.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { pruneSettled, readEntries } from '#app/outbox/store/stored-entries.ts';
import { overlayRecord } from '#app/reads/with-pending.ts';
import type { Tokens } from '#contract/account.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { locks } from './browser-globals.ts';
import { watchAnswers } from './request-queue.ts';
import type { DeviceImplementation } from './rpc-server.ts';
import type { ChangedEntries } from './rpc-types.ts';
import { passTime, setClockError } from './simulated-clock.ts';

const ENDED = 'ended';

const endedTokens = (
  { access, refresh }: Pick<Tokens, 'access' | 'refresh'>,
  part: 'session' | 'access',
) => ({
  access: `${access}${ENDED}`,
  refresh: part === 'session' ? `${refresh}${ENDED}` : refresh,
});

const areValid = ({ access, refresh }: Pick<Tokens, 'access' | 'refresh'>): boolean =>
  !access.endsWith(ENDED) && !refresh.endsWith(ENDED);

/** Simulates a tab with its own database connection and a sender for the signed-in owner. */
class Tab {
  readonly db = new OutboxDb();
  #sender: { readonly owner: Owner; readonly sender: OutboxSender } | undefined;

  senderFor(owner: Owner): OutboxSender {
    const current = this.#sender;
    if (current && ownerKey(current.owner) === ownerKey(owner)) return current.sender;
    current?.sender.stop();
    const sender = new OutboxSender(owner, this.db);
    this.#sender = { owner, sender };
    return sender;
  }

  kill(): void {
    this.#sender?.sender.stop();
    this.db.close();
  }
}

const tabs = new Map<number, Tab>();
let lastTab = 0;
function tabOf(number: number): Tab {
  const tab = tabs.get(number);
  if (!tab) throw new Error(`Tab ${number} does not exist`);
  return tab;
}

async function send(number: number): Promise<void> {
  const owner = currentOwner();
  if (owner) await tabOf(number).senderFor(owner).trigger(true);
}

async function readAll(): Promise<OutboxEntry[]> {
  const stored = await outboxDb().outbox.orderBy('seq').toArray();
  const owners = new Map(
    stored.map(({ ownerId, branchId }) => [ownerKey({ ownerId, branchId }), { ownerId, branchId }]),
  );
  const visible = [...owners.values()].flatMap((owner) => readEntries(owner, stored));
  return [...new Map(visible.map((entry) => [entry.seq, entry])).values()];
}

const reported = new Map<number, string>();

async function readChanged(): Promise<ChangedEntries> {
  const stored = await outboxDb().outbox.orderBy('seq').toArray();
  const changed = stored.filter(({ seq, id, state, sent, acknowledgedAt, result }) => {
    const now = JSON.stringify([id, state, sent !== undefined, acknowledgedAt, result?.id]);
    const isNew = reported.get(seq) !== now;
    reported.set(seq, now);
    return isNew;
  });
  const left = new Set(stored.map(({ seq }) => seq));
  const gone = [...reported.keys()].filter((seq) => !left.has(seq));
  for (const seq of gone) reported.delete(seq);
  return { changed: changed.map(readEntry), gone };
}

/** Holds the last answer to each read of a record, as the query cache does; it is emptied when the user changes. */
const snapshots = new Map<string, Snapshot<RecordRow>>();

async function showRecord(name: ResourceName, id: string): Promise<RecordRow | undefined> {
  const resource = resourceOf(name);
  const key = `${name} ${id}`;
  const began = nextTimestamp();
  try {
    const data = await request({
      method: 'GET',
      path: `${resource.path}${id}/`,
      answer: recordSchema(resource),
    });
    snapshots.set(key, { data, began, ended: nextTimestamp(), readAt: Date.now() });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
  }
  const owner = currentOwner();
  const snapshot = snapshots.get(key);
  if (!owner || !snapshot) return undefined;
  const entries = readEntries(owner, await outboxDb().outbox.orderBy('seq').toArray());
  return overlayRecord(resource, snapshot.data, entries, snapshot)?.record;
}

export const device: DeviceImplementation = {
  signIn: (tokens) => storeTokens(tokens),
  isSignedIn: () => currentSession() !== undefined,
  flush: async (seconds) => {
    await flushBeforeLogout(seconds);
  },
  signOut: async () => {
    const session = currentSession();
    await signOut();
    snapshots.clear();
    return session && areValid(session) ? { access: session.access, refresh: session.refresh } : undefined;
  },
  endSession: (part) => {
    const session = currentSession();
    if (!session) return false;
    storeTokens(endedTokens(session, part), session.owner);
    return true;
  },
  openTab: async () => {
    lastTab += 1;
    tabs.set(lastTab, new Tab());
    // The app prunes when it starts.
    await pruneSettled();
    return lastTab;
  },
  closeTab: (number) => {
    tabOf(number).kill();
    tabs.delete(number);
  },
  save: async (number, mutation) => {
    const owner = currentOwner();
    if (!owner) return { outcome: 'not-stored' };
    return enqueue(tabOf(number).db, owner, mutation, Date.now());
  },
  send: async (numbers) => {
    await Promise.all(numbers.map(send));
  },
  sendUntilKilled: async (number, answers) => {
    const tab = tabOf(number);
    let remaining = answers;
    const killed = new Promise<void>((resolve) => {
      const kill = () => {
        tab.kill();
        tabs.delete(number);
        resolve();
      };
      watchAnswers(() => {
        remaining -= 1;
        if (remaining === 0) kill();
      });
      void send(number).then(kill);
    });
    await killed;
    watchAnswers(() => undefined);
    locks.closeHolder();
  },
  passTime: (milliseconds) => passTime(milliseconds),
  setClockError: (milliseconds) => setClockError(milliseconds),
  entries: readAll,
  changedEntries: readChanged,
  retry: (outboxId) => retryNow(outboxId),
  discard: (outboxId) =>
    discard(outboxId).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
  show: showRecord,
  reopen: (outboxId) => reopen(outboxId).catch(() => undefined),
};
