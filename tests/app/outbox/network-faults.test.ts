import { expect, it, vi } from 'vitest';
import { connection, reportUnreachable } from '#app/api/connection.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { advanceBy, device, expectAllArrived, stored, tab, withDevice } from './device.ts';
import { create, newStudent } from './mutations.ts';

withDevice(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
});

const mutation = newStudent('Mona');
const state = async () => (await stored(tab.owner)).map((entry) => entry.state);
const bodies = () => device.server.writes().map(({ body, key }) => `${key} ${body}`);

it('1 committed, then the answer lost: the retry has the same bytes and nothing is duplicated', async () => {
  device.server.next('drop-after');
  await tab.enqueue(mutation);
  await tab.send();
  expect(await state()).toEqual(['unknown']);
  await tab.send();
  await expectAllArrived(device, tab.owner, [mutation]);
  expect(new Set(bodies()).size).toBe(1);
  expect(device.server.students.size).toBe(1);
});

it('2 timeout, then late success: after 20 s the outcome is unknown and the entry is retried', async () => {
  device.server.next('hang-after');
  await tab.enqueue(mutation);
  const sent = tab.send();
  await advanceBy(19_000);
  expect(await state()).toEqual(['sending']);
  await advanceBy(1_100);
  await sent;
  expect(await state()).toEqual(['unknown']);
  await tab.send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('14 onLine true without network: a failed request decides, the entry stays and is sent later', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  device.server.offline = true;
  await tab.enqueue(mutation);
  await tab.send();
  expect([connection(), await state()]).toEqual(['offline', ['unknown']]);
  device.server.offline = false;
  await advanceBy(30_000);
  await expectAllArrived(device, tab.owner, [mutation]);
  expect(connection()).toBe('online');
});

it('15 onLine false with network: the entry is sent all the same', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportUnreachable();
  await tab.enqueue(mutation);
  await tab.send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('17 captive portal 200 HTML: no success, neither for a write nor for the probe before it', async () => {
  device.server.next('portal');
  await tab.enqueue(mutation);
  await tab.send();
  expect([connection(), await state()]).toEqual(['offline', ['unknown']]);
  device.server.next('portal', () => true);
  await tab.send();
  expect([connection(), await state()]).toEqual(['offline', ['unknown']]);
  await tab.send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('18 redirect to a login page: counts as unanswered', async () => {
  device.server.next('redirect');
  await tab.enqueue(mutation);
  await tab.send();
  expect(await state()).toEqual(['unknown']);
  await tab.send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('19 500 then success: the retry waits for the backoff and succeeds', async () => {
  device.server.next({ status: 500, body: { detail: 'Oops' } });
  await tab.enqueue(mutation);
  await tab.send();
  expect(await state()).toEqual(['unknown']);
  await advanceBy(1_000);
  expect(device.server.writes()).toHaveLength(1);
  await advanceBy(1_500);
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('20 429 with Retry-After: nothing is sent before that time, and the write was certainly not applied', async () => {
  device.server.next({ status: 429, body: { detail: 'Slow down' }, headers: { 'Retry-After': '120' } });
  await tab.enqueue(mutation);
  await tab.send();
  expect(await state()).toEqual(['queued']);
  await advanceBy(119_000);
  await tab.send();
  expect(device.server.writes()).toHaveLength(1);
  await advanceBy(31_000);
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('21 409 in progress: the first request with the key is still running, so it is retried', async () => {
  device.server.next({ status: 409, body: { detail: 'In progress' }, headers: { 'Retry-After': '1' } });
  await tab.enqueue(mutation);
  await tab.send();
  expect(await state()).toEqual(['unknown']);
  await advanceBy(5_000);
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('22 same key, changed body: a tried entry keeps its bytes, even after midnight', async () => {
  // It has a date field, which would be added on a later day.
  const expense: Mutation = create('expense', { title: 'Chalk', amount: '20.00' });
  device.server.next('drop-after');
  await tab.enqueue(expense);
  await tab.send();
  device.server.offline = true;
  await advanceBy(24 * 3_600_000);
  device.server.offline = false;
  await tab.send();
  await expectAllArrived(device, tab.owner, [expense]);
  expect(new Set(bodies()).size).toBe(1);
});

it('before the first write the capabilities are read, so that nothing is sent on a dead connection', async () => {
  await tab.db.facts.clear();
  device.server.offline = true;
  await tab.enqueue(mutation);
  await tab.send();
  expect(await stored(tab.owner)).toMatchObject([{ state: 'queued', attempts: 0 }]);
});

it('an entry that was claimed ahead and never sent is queued again', async () => {
  const saved = Array.from({ length: 12 }, (_, at) => newStudent(`Student ${at}`));
  for (const mutation of saved) await tab.enqueue(mutation);
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    device.server.offline = args[1]?.method === 'POST';
    return device.server.fetch(...args);
  });
  await tab.send();
  const entries = await stored(tab.owner);
  expect(entries.filter(({ state: current }) => current === 'unknown').length).toBeLessThanOrEqual(4);
  expect(
    entries.filter(({ state: current, attempts, sent }) => current === 'queued' && attempts === 0 && !sent)
      .length,
  ).toBeGreaterThan(0);
  expect(entries.filter(({ state: current }) => current === 'sending')).toEqual([]);
  vi.stubGlobal('fetch', device.server.fetch);
  device.server.offline = false;
  await tab.send();
  await expectAllArrived(device, tab.owner, saved);
});

it('a server without keys never gets the same write twice without a decision of the user', async () => {
  device.server.idempotent = false;
  device.server.next('drop-after');
  await tab.enqueue(mutation);
  await tab.send();
  await advanceBy(600_000);
  await tab.send();
  expect(device.server.writes()).toHaveLength(1);
  expect(await stored(tab.owner)).toMatchObject([{ state: 'unknown', asksPerson: true }]);
});

it.each([
  ['413 of a proxy, in HTML', { status: 413, headers: { 'Content-Type': 'text/html' } }],
  ['431 in the contract’s shape', { status: 431, body: { detail: 'Too large.' } }],
  ['403 of a firewall, in HTML', { status: 403, headers: { 'Content-Type': 'text/html' } }],
] as const)('67 something between refuses one entry with %s: the others are sent, and it arrives once it may', async (_, fault) => {
  const other = newStudent('Sara');
  await tab.enqueue(mutation);
  await tab.enqueue(other);
  const isRefused = ({ body }: { body: string | undefined }) => body?.includes('Mona') ?? false;
  for (let time = 0; time < 20; time++) device.server.next(fault, isRefused);
  await tab.send();
  await advanceBy(20_000);
  expect((await stored(tab.owner)).map(({ state, asksPerson }) => [state === 'done', asksPerson])).toEqual([
    [false, false],
    [true, false],
  ]);
  device.server.clearFaults();
  await advanceBy(120_000);
  await expectAllArrived(device, tab.owner, [mutation, other]);
  const keys = device.server
    .writes()
    .filter(isRefused)
    .map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
});
