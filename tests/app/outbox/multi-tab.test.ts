import { afterEach, expect, it, vi } from 'vitest';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import {
  advanceBy,
  type Device,
  expectAllArrived,
  expectNothingLostOrDoubled,
  flush,
  newStudent,
  stored,
  type Tab,
} from './device.ts';
import { FakeLocks } from './fake-locks.ts';
import { withDevice } from './with-device.ts';

let device: Device;
let tab: Tab;

withDevice((fresh) => {
  device = fresh;
  tab = device.tab();
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

const withLocks = () => {
  const locks = new FakeLocks();
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return locks;
};
const many = (count: number) => Array.from({ length: count }, (_, at) => newStudent(`Student ${at}`));
const states = async () => (await stored(tab.owner)).map(({ state }) => state);

it('3 killed after enqueue: the next start sends it', async () => {
  const write = newStudent('Mona');
  await tab.enqueue(write);
  tab.kill();
  await device.tab().drain();
  await expectAllArrived(device, tab.owner, [write]);
});

it('4 killed mid-send: the row is of unknown outcome and goes again under its key', async () => {
  withLocks();
  const write = newStudent('Mona');
  device.host.next('hang-after');
  await tab.enqueue(write);
  void tab.drain();
  await flush();
  expect(await states()).toEqual(['sending']);
  tab.kill();
  await advanceBy(21_000);
  expect(await states()).toEqual(['sending']);
  await device.tab().drain();
  await expectAllArrived(device, tab.owner, [write]);
});

it('5 killed between answer and ack: the answer is given again', async () => {
  const write = newStudent('Mona');
  await tab.enqueue(write);
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const answer = await device.host.fetch(...args);
    if (args[1]?.method === 'POST') tab.kill();
    return answer;
  });
  await tab.drain();
  await flush();
  expect(device.host.students.size).toBe(1);
  expect(await states()).toEqual(['sending']);
  await advanceBy(61_000);
  await device.tab().drain();
  await expectAllArrived(device, tab.owner, [write]);
});

it('6 double tap: one write, one row, one payment', async () => {
  const write = newStudent('Mona');
  await Promise.all([tab.enqueue(write), tab.enqueue(write), device.tab().enqueue(write)]);
  await tab.drain();
  await expectAllArrived(device, tab.owner, [write]);
  expect(device.host.writes()).toHaveLength(1);
});

it.each([true, false])('7 two tabs drain at once (Web Locks: %s): every row goes once', async (locks) => {
  if (locks) withLocks();
  const other = device.tab();
  const saved = many(12);
  for (const write of saved) await tab.enqueue(write);
  await Promise.all([tab.drain(), other.drain()]);
  await advanceBy(2_000);
  await expectAllArrived(device, tab.owner, saved);
  expect(device.host.writes()).toHaveLength(saved.length);
});

it('8 lock holder closes: the other tab takes over at once', async () => {
  const locks = withLocks();
  const write = newStudent('Mona');
  const other = device.tab();
  device.host.next('hang');
  await tab.enqueue(write);
  void tab.drain();
  await flush();
  await other.drain();
  expect(await states()).toEqual(['sending']);
  tab.kill();
  locks.closeHolder();
  await advanceBy(2_000);
  await expectAllArrived(device, tab.owner, [write]);
});

it('9 lock holder freezes, stolen after a minute; 10 stolen owner wakes and settles nothing twice', async () => {
  const locks = withLocks();
  const write = newStudent('Mona');
  let wake = () => {};
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const answer = await device.host.fetch(...args);
    if (args[1]?.method === 'POST' && device.host.writes().length === 1) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return answer;
  });
  await tab.enqueue(write);
  const frozen = tab.drain();
  await flush();
  locks.freezeHolder();
  const other = device.tab();
  await other.drain();
  expect(device.host.writes()).toHaveLength(1);
  await advanceBy(62_000);
  expect(await states()).toEqual(['done']);
  const settled = await stored(tab.owner);
  wake();
  await frozen;
  expect(await stored(tab.owner)).toEqual(settled);
  await expectAllArrived(device, tab.owner, [write]);
});

it('11 no Web Locks: a row claimed by a tab that is gone is taken over after a minute, not before', async () => {
  const write = newStudent('Mona');
  device.host.next('hang');
  await tab.enqueue(write);
  void tab.drain();
  await flush();
  tab.kill();
  const other = device.tab();
  await other.drain();
  expect(await states()).toEqual(['sending']);
  await advanceBy(91_000);
  await expectAllArrived(device, tab.owner, [write]);
});

it('12 enqueue during a drain: the running pass takes it along', async () => {
  const [first, second] = many(2);
  if (!first || !second) throw new Error('unreachable');
  let answer = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  device.host.next({ until });
  await tab.enqueue(first);
  const drained = tab.drain();
  while (device.host.writes().length === 0) await flush(1);
  await tab.enqueue(second);
  const again = tab.drain();
  answer();
  await Promise.all([drained, again]);
  await expectAllArrived(device, tab.owner, [first, second]);
});

it('a settled row can be told from one that was taken over: only the claim that stands may settle', async () => {
  const write = newStudent('Mona');
  await tab.enqueue(write);
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const answer = await device.host.fetch(...args);
    if (args[1]?.method === 'POST') {
      await outboxDb()
        .outbox.toCollection()
        .modify({ claim: { token: 'somebody else', at: Date.now() } });
    }
    return answer;
  });
  await tab.drain();
  expect(await states()).toEqual(['sending']);
  await expectNothingLostOrDoubled(device, tab.owner, [write]);
});

it('40 old code meets newer rows, 41 an unknown operation, 42 a corrupt row: parked in sight, the rest goes on', async () => {
  const write = newStudent('Mona');
  await tab.enqueue(newStudent('Newer'));
  await tab.enqueue(newStudent('Unknown'));
  await tab.enqueue(newStudent('Corrupt'));
  const rows = await outboxDb().outbox.toArray();
  const [newer, unknown, corrupt] = rows;
  if (!newer || !unknown || !corrupt) throw new Error('unreachable');
  await outboxDb().outbox.put({ ...newer, schemaVersion: 99 });
  await outboxDb().outbox.put({ ...unknown, operation: { ...unknown.operation, resource: 'spaceship' } });
  await outboxDb().outbox.put({ seq: corrupt.seq, id: corrupt.id, junk: true } as never);
  await tab.enqueue(write);
  await tab.drain();
  expect((await stored(tab.owner)).map(({ state, parked }) => parked ?? state)).toEqual([
    'newer-version',
    'unknown-operation',
    'unreadable',
    'done',
  ]);
  expect(device.host.writes()).toHaveLength(1);
  expect(await outboxDb().outbox.get(corrupt.seq)).toEqual({ seq: corrupt.seq, id: corrupt.id, junk: true });
});

it('43 clock jumps back: a row planned by the wrong clock is not waited for', async () => {
  const write = newStudent('Mona');
  device.host.next({ status: 500, body: { detail: 'Oops' } });
  await tab.enqueue(write);
  await tab.drain();
  vi.setSystemTime(Date.now() - 30 * 24 * 3_600_000);
  await tab.drain();
  await expectAllArrived(device, tab.owner, [write]);
});
