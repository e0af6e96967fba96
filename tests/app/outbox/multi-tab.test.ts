import { afterEach, expect, it, vi } from 'vitest';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { gate } from '../../support/gate.ts';
import {
  advanceBy,
  device,
  expectAllArrived,
  expectNothingLostOrDoubled,
  flush,
  stored,
  tab,
  withDevice,
} from './device.ts';
import { FakeLocks } from './fake-locks.ts';
import { newStudent } from './mutations.ts';

withDevice();

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

const installFakeLocks = () => {
  const locks = new FakeLocks();
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return locks;
};
const newStudents = (count: number) => Array.from({ length: count }, (_, at) => newStudent(`Student ${at}`));
const states = async () => (await stored(tab.owner)).map(({ state }) => state);

it('3 killed after enqueue: the next start sends it', async () => {
  const mutation = newStudent('Mona');
  await tab.enqueue(mutation);
  tab.kill();
  await device.tab().send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('4 killed mid-send: the entry has an unknown outcome and is retried with its key', async () => {
  installFakeLocks();
  const mutation = newStudent('Mona');
  device.server.next('hang-after');
  await tab.enqueue(mutation);
  void tab.send();
  await flush();
  expect(await states()).toEqual(['sending']);
  tab.kill();
  await advanceBy(21_000);
  expect(await states()).toEqual(['sending']);
  await device.tab().send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('5 killed between answer and ack: the retry gets the stored response', async () => {
  const mutation = newStudent('Mona');
  await tab.enqueue(mutation);
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await device.server.fetch(...args);
    if (args[1]?.method === 'POST') tab.kill();
    return response;
  });
  await tab.send();
  await flush();
  expect(device.server.students.size).toBe(1);
  expect(await states()).toEqual(['sending']);
  await advanceBy(61_000);
  await device.tab().send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('6 double tap: one mutation, one entry, one payment', async () => {
  const mutation = newStudent('Mona');
  await Promise.all([tab.enqueue(mutation), tab.enqueue(mutation), device.tab().enqueue(mutation)]);
  await tab.send();
  await expectAllArrived(device, tab.owner, [mutation]);
  expect(device.server.writes()).toHaveLength(1);
});

it.each([true, false])('7 two tabs send at once (Web Locks: %s): every entry is sent once', async (locks) => {
  if (locks) installFakeLocks();
  const other = device.tab();
  const saved = newStudents(12);
  for (const mutation of saved) await tab.enqueue(mutation);
  await Promise.all([tab.send(), other.send()]);
  await advanceBy(2_000);
  await expectAllArrived(device, tab.owner, saved);
  expect(device.server.writes()).toHaveLength(saved.length);
});

it('8 lock holder closes: the other tab takes over at once', async () => {
  const locks = installFakeLocks();
  const mutation = newStudent('Mona');
  const other = device.tab();
  device.server.next('hang');
  await tab.enqueue(mutation);
  void tab.send();
  await flush();
  await other.send();
  expect(await states()).toEqual(['sending']);
  tab.kill();
  locks.closeHolder();
  await advanceBy(2_000);
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('9 lock holder freezes, its lock is stolen after a minute; 10 the frozen tab wakes up and settles nothing twice', async () => {
  const locks = installFakeLocks();
  const mutation = newStudent('Mona');
  const awake = gate();
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await device.server.fetch(...args);
    if (args[1]?.method === 'POST' && device.server.writes().length === 1) {
      await awake.until;
    }
    return response;
  });
  await tab.enqueue(mutation);
  const frozen = tab.send();
  await flush();
  locks.freezeHolder();
  const other = device.tab();
  await other.send();
  expect(device.server.writes()).toHaveLength(1);
  await advanceBy(62_000);
  expect(await states()).toEqual(['done']);
  const settled = await stored(tab.owner);
  awake.letGo();
  await frozen;
  expect(await stored(tab.owner)).toEqual(settled);
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('11 no Web Locks: an entry claimed by a closed tab is taken over after a minute, not before', async () => {
  const mutation = newStudent('Mona');
  device.server.next('hang');
  await tab.enqueue(mutation);
  void tab.send();
  await flush();
  tab.kill();
  const other = device.tab();
  await other.send();
  expect(await states()).toEqual(['sending']);
  await advanceBy(91_000);
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('12 enqueue while the sender runs: it sends the new entry as well', async () => {
  const [first, second] = newStudents(2);
  if (!first || !second) throw new Error('unreachable');
  const { until, letGo } = gate();
  device.server.next({ until });
  await tab.enqueue(first);
  const firstPass = tab.send();
  while (device.server.writes().length === 0) await flush(1);
  await tab.enqueue(second);
  const secondPass = tab.send();
  letGo();
  await Promise.all([firstPass, secondPass]);
  await expectAllArrived(device, tab.owner, [first, second]);
});

it('a settled row can be told apart by its claim: only the holder of the current claim may settle', async () => {
  const mutation = newStudent('Mona');
  await tab.enqueue(mutation);
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await device.server.fetch(...args);
    if (args[1]?.method === 'POST') {
      await outboxDb()
        .outbox.toCollection()
        .modify({ claim: { token: 'another tab', at: Date.now() } });
    }
    return response;
  });
  await tab.send();
  expect(await states()).toEqual(['sending']);
  await expectNothingLostOrDoubled(device, tab.owner, [mutation]);
});

it('40 old code meets newer entries, 41 an unknown operation, 42 a corrupt entry: quarantined and visible, the others are sent', async () => {
  const mutation = newStudent('Mona');
  await tab.enqueue(newStudent('Newer'));
  await tab.enqueue(newStudent('Unknown'));
  await tab.enqueue(newStudent('Corrupt'));
  const entries = await outboxDb().outbox.toArray();
  const [newer, unknown, corrupt] = entries;
  if (!newer || !unknown || !corrupt) throw new Error('unreachable');
  await outboxDb().outbox.put({ ...newer, schemaVersion: 99 });
  await outboxDb().outbox.put({ ...unknown, operation: { ...unknown.operation, resource: 'spaceship' } });
  await outboxDb().outbox.put({ seq: corrupt.seq, id: corrupt.id, junk: true } as never);
  await tab.enqueue(mutation);
  await tab.send();
  expect((await stored(tab.owner)).map(({ state, quarantined }) => quarantined ?? state)).toEqual([
    'newer-version',
    'unknown-operation',
    'unreadable',
    'done',
  ]);
  expect(device.server.writes()).toHaveLength(1);
  expect(await outboxDb().outbox.get(corrupt.seq)).toEqual({ seq: corrupt.seq, id: corrupt.id, junk: true });
});

it('43 clock jumps back: an entry scheduled by the wrong clock is sent at once', async () => {
  const mutation = newStudent('Mona');
  device.server.next({ status: 500, body: { detail: 'Oops' } });
  await tab.enqueue(mutation);
  await tab.send();
  vi.setSystemTime(Date.now() - 30 * 24 * 3_600_000);
  await tab.send();
  await expectAllArrived(device, tab.owner, [mutation]);
});
