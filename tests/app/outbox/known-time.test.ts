import { expect, it, vi } from 'vitest';
import { createQueryClient } from '#app/cache/query-client.ts';
import { reopen } from '#app/outbox/recovery/actions.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { advanceBy, device, expectAllArrived, stored, tab, withDevice } from './device.ts';
import { create } from './mutations.ts';

const DAY = 24 * 3_600_000;

withDevice();

const expense = (title = 'Chalk', amount = '20.00') => create('expense', { title, amount });

/** Reads the branch from a server whose clock shows this time. */
async function meetServer(now: number) {
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const answer = await device.server.fetch(...args);
    answer.headers.set('Date', new Date(now).toUTCString());
    return answer;
  });
  await createQueryClient().fetchQuery(branchQuery());
  vi.stubGlobal('fetch', device.server.fetch);
}

const sentDays = () =>
  device.server
    .writes()
    .map(({ body }) => (JSON.parse(body ?? '{}') as { custom_date?: string }).custom_date);

it('62 clock back before the first tick: the day of the wrong clock is not stamped, the user chooses one', async () => {
  const today = Date.now();
  await meetServer(today);
  vi.setSystemTime(today - 20 * DAY);
  device.server.offline = true;
  const saved = expense();
  await tab.enqueue(saved);
  vi.setSystemTime(today + DAY);
  device.server.offline = false;
  await tab.send();
  await advanceBy(60_000);
  const [asked] = await stored(tab.owner);
  expect(asked).toMatchObject({ state: 'rejected', problems: [{ field: 'custom_date' }] });
  expect(device.server.writes()).toEqual([]);
  const form = await reopen(saved.id);
  const corrected = { ...form, body: { ...form.body, custom_date: '2026-11-05' } };
  await tab.enqueue(corrected);
  await tab.send();
  expect(sentDays()).toEqual(['2026-11-05']);
  await expectAllArrived(device, tab.owner, [corrected]);
});

it('62 a clock that ran back after the last save is noticed without the server', async () => {
  const today = Date.now();
  device.server.offline = true;
  await tab.enqueue(expense());
  vi.setSystemTime(today - 20 * DAY);
  await tab.enqueue(expense());
  vi.setSystemTime(today + DAY);
  device.server.offline = false;
  await tab.send();
  await advanceBy(60_000);
  expect((await stored(tab.owner)).map(({ state }) => state)).toEqual(['done', 'rejected']);
  expect(sentDays()).toHaveLength(1);
});

it('a clock that ran ahead is put right by the server, and its entries keep their days', async () => {
  const today = Date.now();
  vi.setSystemTime(today + 400 * DAY);
  device.server.offline = true;
  await tab.enqueue(expense());
  vi.setSystemTime(today);
  await meetServer(today).catch(() => undefined);
  device.server.offline = false;
  await meetServer(today);
  device.server.offline = true;
  const saved = expense();
  await tab.enqueue(saved);
  vi.setSystemTime(today + DAY);
  device.server.offline = false;
  await tab.send();
  await advanceBy(60_000);
  const entry = (await stored(tab.owner)).find(({ id }) => id === saved.id);
  expect(entry).toMatchObject({ state: 'done', sent: { customDate: expect.any(String) } });
});

it.each([
  2, -2,
])('62 a clock that is %i days wrong while the server is there stamps no day on what is sent on a later one', async (days) => {
  const today = Date.now();
  vi.setSystemTime(today + days * DAY);
  await meetServer(today);
  const [sentAtOnce, kept] = [expense(), expense('Rent', '700.00')];
  await tab.enqueue(sentAtOnce);
  await tab.send();
  expect(sentDays()).toEqual([undefined]);
  device.server.offline = true;
  await tab.enqueue(kept);
  // Put right meanwhile, or not.
  vi.setSystemTime(today + (days > 0 ? days + 1 : 1) * DAY);
  device.server.offline = false;
  await tab.send();
  await advanceBy(60_000);
  const asked = (await stored(tab.owner)).find(({ id }) => id === kept.id);
  expect(asked).toMatchObject({ state: 'rejected', problems: [{ field: 'custom_date' }] });
  expect(sentDays()).toEqual([undefined]);
});

it('62 a clock that was put right before a save stamps its day', async () => {
  const today = Date.now();
  vi.setSystemTime(today + 2 * DAY);
  await meetServer(today);
  vi.setSystemTime(today);
  await meetServer(today);
  device.server.offline = true;
  await tab.enqueue(expense());
  vi.setSystemTime(today + DAY);
  device.server.offline = false;
  await tab.send();
  await advanceBy(60_000);
  expect(sentDays()).toEqual([expect.any(String)]);
});
