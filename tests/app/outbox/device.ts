import { expect, vi } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { currentOwner, type Owner, storeTokens } from '#app/api/session.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { OutboxSender } from '#app/outbox/sender/sender.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { readEntries } from '#app/outbox/store/read-entries.ts';
import { FakeServer } from './fake-server.ts';

/** Morning of a working day at the desk, in the device's own zone. */
export const NINE_AM = new Date(2026, 10, 5, 9, 0).getTime();

/** Lets everything that needs no clock (promises, IndexedDB) run. */
export async function flush(turns = 150): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const STEPS = 40;

/** Moves the clock on in steps, so that what a timer sets going can set the next timer. */
export async function advanceBy(milliseconds: number): Promise<void> {
  await flush();
  for (let step = 0; step < STEPS; step++) {
    await vi.advanceTimersByTimeAsync(milliseconds / STEPS);
    await flush(60);
  }
}

/** Lets the clock tick, a millisecond at a time or faster, until the promise is settled. */
export async function advanceUntil<T>(promise: Promise<T>, tickOf = 1): Promise<T> {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  watched.catch(() => undefined);
  while (!settled) {
    await vi.advanceTimersByTimeAsync(tickOf);
    await flush(10);
  }
  return watched;
}

/** A tab of the app: its own connection to the device's database and its own drainer. */
export class Tab {
  readonly db = new OutboxDb();
  readonly owner: Owner;
  readonly drainer: OutboxSender;

  constructor(owner: Owner) {
    this.owner = owner;
    this.drainer = new OutboxSender(owner, this.db);
  }

  enqueue(write: Mutation) {
    return enqueue(this.db, this.owner, write, Date.now());
  }

  drain(force = true): Promise<void> {
    return this.drainer.kick(force);
  }

  /** SIGKILL: whatever was under way never comes back to this tab. */
  kill(): void {
    this.drainer.stop();
    this.db.close();
  }
}

/** A device's own clock never runs back, and the tests of a file share it: whichever comes next begins here. */
let latest = NINE_AM;

/** A tablet in front of a host, with a person signed in. */
export class Device {
  readonly host = new FakeServer();
  readonly #tabs: Tab[] = [];
  readonly #stops: (() => void)[] = [];

  tab(): Tab {
    const owner = currentOwner();
    if (!owner) throw new Error('Nobody is signed in');
    const tab = new Tab(owner);
    this.#tabs.push(tab);
    return tab;
  }

  signIn(who = 'mona', branch = 'b1'): void {
    storeTokens(this.host.signIn(who, branch));
  }

  /** What else has to be stopped when the test is over. */
  endWith(stop: () => void): void {
    this.#stops.push(stop);
  }

  close(): void {
    latest = Math.max(latest, Date.now());
    for (const stop of this.#stops) stop();
    for (const tab of this.#tabs) tab.kill();
  }
}

/** A device, online, at nine in the morning of that or a later day, with Mona signed in, on which she has worked with this host before. */
export async function freshDevice(): Promise<Device> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: latest,
  });
  localStorage.clear();
  const db = outboxDb();
  await Promise.all([db.outbox.clear(), db.idMap.clear(), db.facts.clear()]);
  reportReachable();
  const device = new Device();
  vi.stubGlobal('fetch', device.host.fetch);
  device.signIn();
  await db.facts.put({ key: 'idempotency b1/mona', value: true });
  return device;
}

/** Everything that is stored, as its owner sees it. */
export async function stored(owner: Owner): Promise<OutboxEntry[]> {
  return readEntries(owner, await outboxDb().outbox.orderBy('seq').toArray());
}

export const newStudent = (name: string, id: string = crypto.randomUUID()): Mutation => ({
  id,
  resource: 'student',
  kind: 'create',
  body: { name },
});

export const newCourse = (student: string, price: string, paid: string): Mutation => ({
  id: crypto.randomUUID(),
  resource: 'adult-course',
  kind: 'create',
  body: {
    student,
    receipt_number: '7',
    level: '1',
    period: '3',
    transportation_type: 'parent',
    price,
    paid_amount: paid,
  },
});

export const newInstallment = (course: string, paid: string, parent?: RecordRow): Mutation => ({
  id: crypto.randomUUID(),
  resource: 'adult-course',
  kind: 'create',
  body: { related_record: course, receipt_number: '1042', paid_amount: paid, is_installment: true },
  ...(parent && { referenced: { related_record: parent } }),
});

/**
 * The invariant of the offline design: whatever was saved is on the host exactly once, or can be seen in the
 * outbox; and what is acknowledged is on the host.
 */
export async function expectNothingLostOrDoubled(
  device: Device,
  owner: Owner,
  saved: readonly Mutation[],
): Promise<void> {
  const rows = new Map((await stored(owner)).map((row) => [row.id, row]));
  const carriedOut = device.host.carriedOut;
  expect([...carriedOut.values()].filter((times) => times !== 1)).toEqual([]);
  const ids = new Set(saved.map(({ id }) => id));
  expect([...carriedOut.keys()].filter((key) => !ids.has(key))).toEqual([]);
  for (const id of ids) {
    const row = rows.get(id);
    const acknowledged = row?.state === 'done';
    expect({ id, visible: row !== undefined }).toEqual({ id, visible: true });
    if (acknowledged) expect({ id, onHost: carriedOut.get(id) }).toEqual({ id, onHost: 1 });
  }
}

/** After the trouble is over: everything arrived. */
export async function expectAllArrived(
  device: Device,
  owner: Owner,
  saved: readonly Mutation[],
): Promise<void> {
  await expectNothingLostOrDoubled(device, owner, saved);
  const rows = await stored(owner);
  expect(rows.map(({ id, state }) => `${id} ${state}`)).toEqual(saved.map(({ id }) => `${id} done`));
}
