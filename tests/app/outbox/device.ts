import { afterEach, beforeEach, expect, vi } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { currentOwner, type Owner, storeTokens } from '#app/api/session.ts';
import { BOOT_CACHE_KEY } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
// Loads before the test what the sender imports on demand, as `flush` counts turns and not the load of a module.
import '#app/outbox/sender/after-restore.ts';
import '#app/outbox/sender/approval.ts';
import { save as saveMutation } from '#app/outbox/sender/save.ts';
import { OutboxSender, startSending } from '#app/outbox/sender/sender.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { readEntries } from '#app/outbox/store/stored-entries.ts';
import { FakeServer } from './fake-server.ts';

/** Defines 09:00 of a working day, in the device's time zone. */
export const NINE_AM = new Date(2026, 10, 5, 9, 0).getTime();

/** Runs everything that needs no clock (promises, IndexedDB). */
export async function flush(turns = 150): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const CLOCK_STEPS = 40;

/** Advances the clock in steps, so that a timer callback can set the next timer. */
export async function advanceBy(milliseconds: number): Promise<void> {
  await flush();
  for (let step = 0; step < CLOCK_STEPS; step++) {
    await vi.advanceTimersByTimeAsync(milliseconds / CLOCK_STEPS);
    await flush(60);
  }
}

/** Advances the clock in steps of some milliseconds until the promise is settled. */
export async function advanceUntil<T>(promise: Promise<T>, step = 1): Promise<T> {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  watched.catch(() => undefined);
  while (!settled) {
    await vi.advanceTimersByTimeAsync(step);
    await flush(10);
  }
  return watched;
}

/** Simulates a tab of the app with its own database connection and sender. */
export class Tab {
  readonly db = new OutboxDb();
  readonly owner: Owner;
  readonly sender: OutboxSender;

  constructor(owner: Owner) {
    this.owner = owner;
    this.sender = new OutboxSender(owner, this.db);
  }

  enqueue(mutation: Mutation) {
    return enqueue(this.db, this.owner, mutation, Date.now());
  }

  send(force = true): Promise<void> {
    return this.sender.trigger(force);
  }

  /** Kills the tab: responses in flight never reach it. */
  kill(): void {
    this.sender.stop();
    this.db.close();
  }
}

/** Stores the latest time so far: the logical clock never runs back, and the tests of a file share it. */
let latest = NINE_AM;

export class Device {
  readonly server = new FakeServer();
  readonly #tabs: Tab[] = [];
  readonly #closeListeners: (() => void)[] = [];

  tab(): Tab {
    const owner = currentOwner();
    if (!owner) throw new Error('No user is signed in');
    const tab = new Tab(owner);
    this.#tabs.push(tab);
    return tab;
  }

  signIn(user = 'mona', branch = 'b1'): void {
    storeTokens(this.server.signIn(user, branch));
  }

  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  close(): void {
    latest = Math.max(latest, Date.now());
    for (const listener of this.#closeListeners) listener();
    for (const tab of this.#tabs) tab.kill();
  }
}

/** An online device at 09:00 of that or a later day: Mona is signed in, and the server is known to support idempotency keys. */
async function freshDevice(): Promise<Device> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: latest,
  });
  localStorage.clear();
  const db = outboxDb();
  await Promise.all([db.outbox.clear(), db.facts.clear()]);
  reportReachable();
  const device = new Device();
  vi.stubGlobal('fetch', device.server.fetch);
  device.signIn();
  await db.facts.bulkPut([
    { key: 'idempotency b1/mona', value: true },
    { key: 'merges b1/mona', value: true },
    { key: 'client_ids b1/mona', value: true },
  ]);
  return device;
}

/** The device and its first tab in the present test, set by `withDevice`. */
export let device: Device;
export let tab: Tab;

/** Opens another tab, which `tab` is from then on. */
export function openTab(): Tab {
  tab = device.tab();
  return tab;
}

export async function startDevice(): Promise<void> {
  device?.close();
  device = await freshDevice();
  openTab();
}

/** Gives every test of this file or group a fresh device with one tab, and restores clock, network and mocks after it. */
export function withDevice(begin?: () => void | Promise<void>): void {
  beforeEach(async () => {
    device = await freshDevice();
    openTab();
    await begin?.();
  });
  afterEach(async () => {
    // Work that the test did not await, such as a run after a discard, would otherwise use the next device's
    // entries.
    await flush();
    device.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
    // Work that ends between two tests must not see today, or the logical clock of the next test is ahead of its own.
    vi.setSystemTime(latest);
    vi.unstubAllGlobals();
  });
}

export const sendByItself = (): void => device.onClose(startSending(tab.owner, tab.sender));

export const save = (mutation: Mutation) => advanceUntil(saveMutation(mutation));

/** Stores a user and what the server declared on the device, as its last answers left them. */
export function rememberAnswers(branch: object | undefined, user?: object): void {
  const { ownerId, branchId } = tab.owner;
  const queries = [
    ...(user ? [{ queryKey: keys.user, state: { data: user } }] : []),
    ...(branch ? [{ queryKey: keys.branch, state: { data: branch } }] : []),
  ];
  const kept = { buster: `${branchId}/${ownerId}`, clientState: { queries } };
  localStorage.setItem(BOOT_CACHE_KEY, JSON.stringify(kept));
}

export async function stored(owner: Owner): Promise<OutboxEntry[]> {
  return readEntries(owner, await outboxDb().outbox.orderBy('seq').toArray());
}

/** Asserts that every saved mutation was applied exactly once or is visible in the outbox; an acknowledged one was applied. */
export async function expectNothingLostOrDoubled(
  device: Device,
  owner: Owner,
  saved: readonly Mutation[],
): Promise<void> {
  const entries = new Map((await stored(owner)).map((entry) => [entry.id, entry]));
  const timesApplied = device.server.timesApplied;
  expect([...timesApplied.values()].filter((times) => times !== 1)).toEqual([]);
  const ids = new Set(saved.map(({ id }) => id));
  expect([...timesApplied.keys()].filter((key) => !ids.has(key))).toEqual([]);
  for (const id of ids) {
    const entry = entries.get(id);
    const acknowledged = entry?.state === 'done';
    expect({ id, visible: entry !== undefined }).toEqual({ id, visible: true });
    if (acknowledged) expect({ id, onServer: timesApplied.get(id) }).toEqual({ id, onServer: 1 });
  }
}

export async function expectAllArrived(
  device: Device,
  owner: Owner,
  saved: readonly Mutation[],
): Promise<void> {
  await expectNothingLostOrDoubled(device, owner, saved);
  const entries = await stored(owner);
  expect(entries.map(({ id, state }) => `${id} ${state}`)).toEqual(saved.map(({ id }) => `${id} done`));
}
