import { expect, it, vi } from 'vitest';
import { connection, reportUnreachable } from '#app/api/connection.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { advanceBy, type Device, expectAllArrived, newStudent, stored, type Tab } from './device.ts';
import { withDevice } from './with-device.ts';

let device: Device;
let tab: Tab;

withDevice((fresh) => {
  device = fresh;
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  tab = device.tab();
});

const write = newStudent('Mona');
const state = async () => (await stored(tab.owner)).map((row) => row.state);
const bodies = () => device.host.writes().map(({ body, key }) => `${key} ${body}`);

it('1 committed, then the answer lost: the same bytes go again and nothing is doubled', async () => {
  device.host.next('drop-after');
  await tab.enqueue(write);
  await tab.drain();
  expect(await state()).toEqual(['unknown']);
  await tab.drain();
  await expectAllArrived(device, tab.owner, [write]);
  expect(new Set(bodies()).size).toBe(1);
  expect(device.host.students.size).toBe(1);
});

it('2 timeout, then late success: after 20 s it counts as unknown and is sent again', async () => {
  device.host.next('hang-after');
  await tab.enqueue(write);
  const drained = tab.drain();
  await advanceBy(19_000);
  expect(await state()).toEqual(['sending']);
  await advanceBy(1_100);
  await drained;
  expect(await state()).toEqual(['unknown']);
  await tab.drain();
  await expectAllArrived(device, tab.owner, [write]);
});

it('14 onLine true without network: a failed request is the truth, the row stays and goes when it can', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  device.host.offline = true;
  await tab.enqueue(write);
  await tab.drain();
  expect([connection(), await state()]).toEqual(['offline', ['unknown']]);
  device.host.offline = false;
  await advanceBy(30_000);
  await expectAllArrived(device, tab.owner, [write]);
  expect(connection()).toBe('online');
});

it('15 onLine false with network: it is sent all the same', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportUnreachable();
  await tab.enqueue(write);
  await tab.drain();
  await expectAllArrived(device, tab.owner, [write]);
});

it('17 captive portal 200 HTML: no success, neither for a write nor for the question before it', async () => {
  device.host.next('portal');
  await tab.enqueue(write);
  await tab.drain();
  expect([connection(), await state()]).toEqual(['offline', ['unknown']]);
  device.host.next('portal', () => true);
  await tab.drain();
  expect([connection(), await state()]).toEqual(['offline', ['unknown']]);
  await tab.drain();
  await expectAllArrived(device, tab.owner, [write]);
});

it('18 redirect to a login page: counts as no answer', async () => {
  device.host.next('redirect');
  await tab.enqueue(write);
  await tab.drain();
  expect(await state()).toEqual(['unknown']);
  await tab.drain();
  await expectAllArrived(device, tab.owner, [write]);
});

it('19 500 then success: waits its back-off, at most a minute, then arrives', async () => {
  device.host.next({ status: 500, body: { detail: 'Oops' } });
  await tab.enqueue(write);
  await tab.drain();
  expect(await state()).toEqual(['unknown']);
  await advanceBy(1_000);
  expect(device.host.writes()).toHaveLength(1);
  await advanceBy(1_500);
  await expectAllArrived(device, tab.owner, [write]);
});

it('20 429 with Retry-After: nothing is sent before the host wants it, and it surely was not carried out', async () => {
  device.host.next({ status: 429, body: { detail: 'Slow down' }, headers: { 'Retry-After': '120' } });
  await tab.enqueue(write);
  await tab.drain();
  expect(await state()).toEqual(['queued']);
  await advanceBy(119_000);
  await tab.drain();
  expect(device.host.writes()).toHaveLength(1);
  await advanceBy(31_000);
  await expectAllArrived(device, tab.owner, [write]);
});

it('21 409 in progress: the first write with the key is under way, so it is asked again', async () => {
  device.host.next({ status: 409, body: { detail: 'In progress' }, headers: { 'Retry-After': '1' } });
  await tab.enqueue(write);
  await tab.drain();
  expect(await state()).toEqual(['unknown']);
  await advanceBy(5_000);
  await expectAllArrived(device, tab.owner, [write]);
});

it('22 same key, changed body: a tried row keeps its bytes, even when the clock passes midnight', async () => {
  // It has a date of its own, which a later day would add.
  const expense: Mutation = {
    id: crypto.randomUUID(),
    resource: 'expense',
    kind: 'create',
    body: { title: 'Chalk', amount: '20.00' },
  };
  device.host.next('drop-after');
  await tab.enqueue(expense);
  await tab.drain();
  device.host.offline = true;
  await advanceBy(24 * 3_600_000);
  device.host.offline = false;
  await tab.drain();
  await expectAllArrived(device, tab.owner, [expense]);
  expect(new Set(bodies()).size).toBe(1);
});

it('22 same key, changed body: should it ever happen, the 422 needs a person and nothing is dropped', async () => {
  device.host.next({ status: 422, body: { detail: 'Another body.' } });
  await tab.enqueue(write);
  await tab.drain();
  expect(await stored(tab.owner)).toMatchObject([{ state: 'rejected', lastError: 'Another body.' }]);
});

it('before the first write the host is asked what it can do, so that nothing is risked on a dead line', async () => {
  await tab.db.facts.clear();
  device.host.offline = true;
  await tab.enqueue(write);
  await tab.drain();
  expect(await stored(tab.owner)).toMatchObject([{ state: 'queued', attempts: 0 }]);
});

it('what was claimed ahead and never given to the network stays unsent and unharmed', async () => {
  const saved = Array.from({ length: 12 }, (_, at) => newStudent(`Student ${at}`));
  for (const one of saved) await tab.enqueue(one);
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    device.host.offline = args[1]?.method === 'POST';
    return device.host.fetch(...args);
  });
  await tab.drain();
  const rows = await stored(tab.owner);
  expect(rows.filter(({ state: now }) => now === 'unknown').length).toBeLessThanOrEqual(4);
  expect(
    rows.filter(({ state: now, attempts, sent }) => now === 'queued' && attempts === 0 && !sent).length,
  ).toBeGreaterThan(0);
  expect(rows.filter(({ state: now }) => now === 'sending')).toEqual([]);
  vi.stubGlobal('fetch', device.host.fetch);
  device.host.offline = false;
  await tab.drain();
  await expectAllArrived(device, tab.owner, saved);
});

it('a host without keys is never sent the same write twice unasked', async () => {
  device.host.idempotent = false;
  device.host.next('drop-after');
  await tab.enqueue(write);
  await tab.drain();
  await advanceBy(600_000);
  await tab.drain();
  expect(device.host.writes()).toHaveLength(1);
  expect(await stored(tab.owner)).toMatchObject([{ state: 'unknown', asksPerson: true }]);
});
