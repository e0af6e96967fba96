import { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DeviceDb } from '#app/cache/device/device-db.ts';
import { reportStorageProblem, type StorageProblem, storageProblem } from '#app/lib/storage-problem.ts';
import { save as saveMutation } from '#app/outbox/sender/save.ts';
import { OutboxDb, outboxDb, outboxIndexes } from '#app/outbox/store/outbox-db.ts';
import { subscribeToOutbox } from '#app/outbox/store/outbox-subscription.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import {
  advanceBy,
  advanceUntil,
  device,
  expectAllArrived,
  flush,
  save,
  sendByItself,
  stored,
  tab,
  withDevice,
} from './device.ts';
import { newStudent } from './mutations.ts';

const DAY = 24 * 3_600_000;

// Registered before the device's own cleanup, so it runs after it, once the databases are restored.
afterEach(async () => {
  reportStorageProblem(undefined);
  await outboxDb().delete({ disableAutoOpen: false });
});

withDevice();

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await advanceBy(500);
}

const allSent = async () => (await stored(tab.owner)).every(({ state }) => state === 'done');

class NewerOutboxDb extends OutboxDb {
  constructor() {
    super();
    this.version(90)
      .stores({ outbox: [...outboxIndexes, 'createdAt'].join(', ') })
      .upgrade((upgrade) => upgrade.table('outbox').toCollection().modify({ paper: 'none' }));
  }
}

function openNewer(): NewerOutboxDb {
  const db = new NewerOutboxDb();
  device.onClose(() => db.close());
  return db;
}

/** Opens an older version of the database that never closes for an upgrade, like a frozen window. */
async function frozenWindow(): Promise<IDBDatabase> {
  await outboxDb().delete({ disableAutoOpen: false });
  const older = 5;
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(outboxDb().name, older);
    opening.onsuccess = () => resolve(opening.result);
  });
  device.onClose(() => db.close());
  return db;
}

/** Closes the connection, with the close event or without, as the browser does to a page that uses too much memory. */
function loseConnection(db: Dexie, withEvent: boolean): void {
  const connection = db.backendDB();
  connection.close();
  if (withEvent) connection.onclose?.(new Event('close'));
}

it.each([true, false])('38 connection lost (close event: %s): the next write works', async (withEvent) => {
  sendByItself();
  const [first, second] = [newStudent('Mona'), newStudent('Omar')];
  await save(first);
  loseConnection(outboxDb(), withEvent);
  loseConnection(tab.db, withEvent);
  expect(await save(second)).toMatchObject({ outcome: 'saved' });
  await expectAllArrived(device, tab.owner, [first, second]);
});

it('38 connection lost in the middle of a write: save returns not-stored and nothing is stored', async () => {
  const mutation = newStudent('Mona');
  vi.spyOn(outboxDb().outbox, 'add').mockImplementation((() => {
    Dexie.currentTransaction.idbtrans.abort();
    loseConnection(outboxDb(), true);
    return Promise.resolve(1);
  }) as never);
  expect(await save(mutation)).toMatchObject({ outcome: 'not-stored' });
  vi.restoreAllMocks();
  expect(await stored(tab.owner)).toEqual([]);
  expect(await save(mutation)).toMatchObject({ outcome: 'saved' });
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('38 a database that does not open for a while: returns not-stored, reports the problem, and the next save works', async () => {
  const open = indexedDB.open.bind(indexedDB);
  const failing = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError');
  });
  loseConnection(outboxDb(), true);
  const mutation = newStudent('Mona');
  expect(await save(mutation)).toEqual({
    outcome: 'not-stored',
    message: expect.stringContaining('not saved'),
  });
  expect(storageProblem()).toBe('broken');
  failing.mockImplementation(open);
  expect(await save(mutation)).toMatchObject({ outcome: 'saved' });
  expect(storageProblem()).toBeUndefined();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('38 connection lost while an entry is in flight: it is retried with its key', async () => {
  const mutation = newStudent('Mona');
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await device.server.fetch(...args);
    if (args[1]?.method === 'POST' && device.server.writes().length === 1) {
      tab.db.backendDB().close();
      vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
        throw new DOMException('Internal error', 'InvalidStateError');
      });
    }
    return response;
  });
  await tab.enqueue(mutation);
  sendByItself();
  await until(allSent);
  expect(device.server.writes()).toHaveLength(2);
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('39 an old window closes its database for the upgrade, which keeps pending entries, and works on beside the new one', async () => {
  const [early, late] = [newStudent('Mona'), newStudent('Omar')];
  await tab.enqueue(early);
  const newer = openNewer();
  await advanceUntil(newer.open());
  expect(newer.backendDB().version).toBe(900);
  expect(await newer.outbox.toArray()).toMatchObject([{ id: early.id, state: 'queued', paper: 'none' }]);
  await tab.enqueue(late);
  await tab.send();
  await expectAllArrived(device, tab.owner, [early, late]);
  expect(await newer.outbox.where('createdAt').above(0).count()).toBe(2);
});

it('39 after the upgrade an old window does not ask for its own version: Firefox answers nothing after refusing it', async () => {
  const mutation = newStudent('Mona');
  await tab.enqueue(mutation);
  const opening = vi.spyOn(indexedDB, 'open');
  await advanceUntil(openNewer().open());
  expect(await advanceUntil(stored(tab.owner))).toMatchObject([{ id: mutation.id }]);
  expect(opening.mock.results.map(({ value }) => value.error?.name)).toEqual([undefined, undefined]);
});

it('39 a window that does not let go: the problem is reported, nothing is saved, and saving works once it is closed', async () => {
  tab.kill();
  const frozen = await frozenWindow();
  const mutation = newStudent('Mona');
  const outcome = saveMutation(mutation);
  await advanceBy(4_500);
  expect(storageProblem()).toBe('blocked');
  await advanceBy(4_500);
  expect(await outcome).toEqual({
    outcome: 'not-stored',
    message: expect.stringContaining('another window'),
  });

  frozen.close();
  expect(await advanceUntil(stored(tab.owner))).toEqual([]);
  expect(storageProblem()).toBeUndefined();
  expect(await save(mutation)).toMatchObject({ outcome: 'saved' });
  await expectAllArrived(device, tab.owner, [mutation]);
});

describe('39 a window behind one that waits for another to close its database', () => {
  /** Opens a window's database of a version and collects the problems that it reports. */
  function window(version: number) {
    const reported: (StorageProblem | undefined)[] = [];
    const db = new DeviceDb('three-windows', {}, (problem) => reported.push(problem));
    db.version(version).stores({ rows: '++seq' });
    device.onClose(() => db.close());
    return { db, reported };
  }

  async function frozen(version: number): Promise<IDBDatabase> {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('three-windows', version * 10);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('rows', { keyPath: 'seq', autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
    });
    device.onClose(() => db.close());
    return db;
  }

  afterEach(() => new Dexie('three-windows').delete());

  it('says that a window must be closed, and goes on by itself once it is closed', async () => {
    const holding = await frozen(1);
    const [second, third] = [window(2), window(2)];
    const opening = [second, third].map(({ db }) => db.open());
    await advanceBy(5_500);
    expect(second.reported).toEqual(['blocked']);
    expect(third.reported).toEqual(['blocked']);
    holding.close();
    await advanceUntil(Promise.all(opening));
    expect(third.reported.at(-1)).toBeUndefined();
    expect(await third.db.table('rows').count()).toBe(0);
  });

  it('also where it is of the old version itself and has closed its database', async () => {
    const third = window(1);
    await advanceUntil(third.db.open());
    const holding = await frozen(1);
    const opening = window(2).db.open();
    await until(() => !third.db.isOpen());
    const count = third.db.table('rows').count();
    await advanceBy(5_500);
    expect(third.reported.at(-1)).toBe('blocked');
    holding.close();
    await advanceUntil(opening);
    expect(await advanceUntil(Promise.resolve(count))).toBe(0);
    expect(third.reported.at(-1)).toBeUndefined();
  });

  it('reports a slow database, and a broken one only when the browser opens nothing for half a minute', async () => {
    (await frozen(2)).close();
    vi.spyOn(indexedDB, 'open').mockImplementation(
      () => Object.assign(new EventTarget()) as IDBOpenDBRequest,
    );
    const hung = window(2);
    void hung.db.open().catch(() => undefined);
    await advanceBy(5_500);
    expect(hung.reported).toEqual(['slow']);
    await advanceBy(30_000);
    expect(hung.reported).toEqual(['slow', 'broken']);
  });
});

it('46 storage evicted under an open window: evicted entries are no longer shown, and the app works on', async () => {
  device.server.offline = true;
  device.onClose(subscribeToOutbox(tab.owner));
  await save(newStudent('Mona'));
  await until(() => outboxView().rows.length === 1);
  // Every change so far has been read: only the eviction can cause another read.
  await advanceBy(5_000);

  loseConnection(outboxDb(), true);
  await advanceUntil(new Dexie(outboxDb().name).delete());
  await until(() => outboxView().rows.length === 0);
  expect(outboxView().loaded).toBe(true);

  sendByItself();
  device.server.offline = false;
  const mutation = newStudent('Omar');
  await save(mutation);
  await until(allSent);
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('47 a key older than servers keep them: the user must decide, nothing is retried automatically', async () => {
  const [tried, untried] = [newStudent('Mona'), newStudent('Omar')];
  device.server.next('drop-after');
  await tab.enqueue(tried);
  await tab.send(false);
  await tab.enqueue(untried);
  vi.setSystemTime(Date.now() + 61 * DAY);
  device.server.forgetKeys();
  await tab.send();
  expect(await stored(tab.owner)).toMatchObject([{ state: 'unknown', asksPerson: true }, { state: 'done' }]);
  expect([...device.server.students.values()].map(({ name }) => name)).toEqual(['Mona', 'Omar']);
});

it('47 a key within its lifetime: the entry is retried automatically', async () => {
  const mutation = newStudent('Mona');
  device.server.next('drop-after');
  await tab.enqueue(mutation);
  await tab.send(false);
  vi.setSystemTime(Date.now() + 50 * DAY);
  await tab.send();
  await flush();
  await expectAllArrived(device, tab.owner, [mutation]);
});
