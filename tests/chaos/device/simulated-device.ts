import {
  clearTokens,
  currentOwner,
  currentSession,
  type Owner,
  ownerKey,
  storeTokens,
} from '#app/api/session.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { discard, reopen, retryNow } from '#app/outbox/recovery/actions.ts';
import { OutboxSender } from '#app/outbox/sender/sender.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { pruneSettled } from '#app/outbox/store/prune-settled.ts';
import { readEntries } from '#app/outbox/store/read-entries.ts';
import { createRandom, type Random } from '#server/demo/seeded-random.ts';
import { locks } from './browser-globals.ts';
import type { DeviceCommands } from './rpc-types.ts';
import { moveClock } from './simulated-clock.ts';

/** A tab: its own connection to the device's database, and a drainer for whoever is signed in when it is asked to send. */
class Tab {
  readonly db = new OutboxDb();
  #drainer: { readonly owner: Owner; readonly drainer: OutboxSender } | undefined;

  drainerFor(owner: Owner): OutboxSender {
    const now = this.#drainer;
    if (now && ownerKey(now.owner) === ownerKey(owner)) return now.drainer;
    now?.drainer.stop();
    const drainer = new OutboxSender(owner, this.db);
    this.#drainer = { owner, drainer };
    return drainer;
  }

  kill(): void {
    this.#drainer?.drainer.stop();
    this.db.close();
  }
}

const tabs = new Map<number, Tab>();
let opened = 0;
/** Called at every answer that the network brings to this device. */
let answered = (): void => undefined;
const queue: (() => Promise<void>)[] = [];
let busy = false;
/** So many turns of the loop settle everything that waits for the device alone: its database above all. */
const TURNS = 60;

/** So many turns in a row in which `isBusy` does not hold. */
async function stillTurns(isBusy: () => boolean = () => false): Promise<void> {
  for (let still = 0; still < TURNS; still = isBusy() ? 0 : still + 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Waits until nothing more comes of what was begun: what a dead tab had given to the network goes its way all the same. */
export const quiet = (): Promise<void> => stillTurns(() => busy);

/** Which of the requests that are waiting goes next. */
async function work(chance: Random): Promise<void> {
  busy = true;
  while (queue.length > 0) {
    await stillTurns();
    await queue.splice(chance.whole(0, queue.length - 1), 1)[0]?.();
    // An answer may make the app ask for more: that stands in the line as well before the next one goes.
    await stillTurns();
  }
  busy = false;
}

/**
 * Puts a line of its own between the app and the network: the app's requests go out one at a time, in an order that the seed
 * decides and not the machine's speed, so that a seed can be played again. What overlaps in the network is the proxy's to make.
 */
export function queueRequests(seed: number): void {
  const chance = createRandom(seed);
  const through = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    new Promise((resolve, reject) => {
      queue.push(() =>
        through(input, init)
          .then(async (response) => {
            const whole = new Response(await response.text(), response);
            Object.defineProperty(whole, 'redirected', { value: response.redirected });
            resolve(whole);
          })
          .catch(reject)
          .finally(() => answered()),
      );
      if (!busy) void work(chance);
    });
}

function tabOf(number: number): Tab {
  const tab = tabs.get(number);
  if (!tab) throw new Error(`There is no tab ${number}`);
  return tab;
}

async function drain(number: number): Promise<void> {
  const owner = currentOwner();
  if (owner) await tabOf(number).drainerFor(owner).kick(true);
}

async function rows(): Promise<OutboxEntry[]> {
  const stored = await outboxDb().outbox.orderBy('seq').toArray();
  const owners = new Map(
    stored.map(({ ownerId, branchId }) => [ownerKey({ ownerId, branchId }), { ownerId, branchId }]),
  );
  const seen = [...owners.values()].flatMap((owner) => readEntries(owner, stored));
  return [...new Map(seen.map((row) => [row.seq, row])).values()];
}

/** The device as it obeys. */
export const device: {
  readonly [Name in keyof DeviceCommands]: (...words: Parameters<DeviceCommands[Name]>) => unknown;
} = {
  signIn: (tokens) => storeTokens(tokens),
  signOut: () => {
    const session = currentSession();
    clearTokens();
    return session && { access: session.access, refresh: session.refresh };
  },
  openTab: async () => {
    opened += 1;
    tabs.set(opened, new Tab());
    // As the app does when it starts.
    await pruneSettled();
    return opened;
  },
  closeTab: (number) => {
    tabOf(number).kill();
    tabs.delete(number);
  },
  save: async (number, write) => {
    const owner = currentOwner();
    if (!owner) return { outcome: 'not-stored' };
    return enqueue(tabOf(number).db, owner, write, Date.now());
  },
  drain: async (numbers) => {
    await Promise.all(numbers.map(drain));
  },
  dieSending: async (number, answers) => {
    const tab = tabOf(number);
    let left = answers;
    const died = new Promise<void>((resolve) => {
      const die = () => {
        tab.kill();
        tabs.delete(number);
        resolve();
      };
      answered = () => {
        left -= 1;
        if (left === 0) die();
      };
      void drain(number).then(die);
    });
    await died;
    answered = () => undefined;
    locks.closeHolder();
  },
  moveClock: (milliseconds) => moveClock(milliseconds),
  rows,
  retry: (outboxId) => retryNow(outboxId),
  discard: (outboxId) =>
    discard(outboxId).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
  takeBack: (outboxId) => reopen(outboxId).catch(() => undefined),
};
