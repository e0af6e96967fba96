import { expect, it, vi } from 'vitest';
import { clearTokens, currentOwner, currentSession } from '#app/api/session.ts';
import { signOut } from '#app/cache/sign-in.ts';
import { flushBeforeLogout, pendingByPerson } from '#app/outbox/sender/sign-out-check.ts';
import {
  advanceUntil,
  type Device,
  expectAllArrived,
  expectNothingLostOrDoubled,
  flush,
  newStudent,
  stored,
  type Tab,
} from './device.ts';
import { withDevice } from './with-device.ts';

let device: Device;
let tab: Tab;

withDevice((fresh) => {
  device = fresh;
  tab = device.tab();
});

const states = async () => (await stored(tab.owner)).map(({ state }) => state);
const tokensOf = () => new Set(device.host.writes().map(({ token }) => token));

it('23 401, refreshed, same key and body', async () => {
  const saved = [newStudent('a'), newStudent('b')];
  for (const write of saved) await tab.enqueue(write);
  device.host.expireTokens();
  await tab.drain();
  await expectAllArrived(device, tab.owner, saved);
  expect(device.host.refreshes).toBe(1);
  for (const { id } of saved) {
    const tries = device.host.writes().filter(({ key }) => key === id);
    expect(tries).toHaveLength(2);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
  }
});

it('24 401, refresh refused: signed out, the queue waits for its owner and goes on when they are back', async () => {
  const saved = [newStudent('a'), newStudent('b')];
  for (const write of saved) await tab.enqueue(write);
  device.host.expireTokens();
  device.host.refreshFault = { status: 401, body: { detail: 'Expired.' } };
  await tab.drain();
  expect(currentOwner()).toBeUndefined();
  expect(await states()).toEqual(['auth', 'auth']);
  device.host.refreshFault = undefined;
  device.signIn();
  await device.tab().drain();
  await expectAllArrived(device, tab.owner, saved);
});

it('25 refresh loses the network: transient, nobody is signed out', async () => {
  const write = newStudent('a');
  await tab.enqueue(write);
  device.host.expireTokens();
  device.host.next('drop-before', ({ path }) => path.startsWith('/auth/'));
  await tab.drain();
  expect(currentOwner()).toEqual(tab.owner);
  expect(await states()).toEqual(['queued']);
  await tab.drain();
  await expectAllArrived(device, tab.owner, [write]);
});

it('31 log out with pending rows: they stay on the device, counted and nameless, and go when their owner is back', async () => {
  const saved = [newStudent('a'), newStudent('b')];
  device.host.offline = true;
  for (const write of saved) await tab.enqueue(write);
  expect(await advanceUntil(flushBeforeLogout(10), 50)).toBe(2);
  await signOut();
  expect(await pendingByPerson()).toEqual([{ ownerId: 'mona', count: 2 }]);
  device.host.offline = false;
  await tab.drain();
  expect(device.host.writes()).toEqual([]);
  device.signIn();
  await device.tab().drain();
  await expectAllArrived(device, tab.owner, saved);
});

it('31 log out with pending rows: what can be sent in time is sent', async () => {
  await tab.enqueue(newStudent('a'));
  expect(await flushBeforeLogout(10)).toBe(0);
  expect(device.host.students.size).toBe(1);
});

it('32 user B signs in, A’s rows stay unsent', async () => {
  const write = newStudent('of mona');
  await tab.enqueue(write);
  device.signIn('basma');
  const hers = device.tab();
  const other = newStudent('of basma');
  await hers.enqueue(other);
  await Promise.all([tab.drain(), hers.drain()]);
  expect([...device.host.students.values()].map(({ name }) => name)).toEqual(['of basma']);
  expect((await stored(hers.owner)).map(({ id }) => id)).toEqual([other.id]);
  expect(await states()).toEqual(['queued']);
  expect(tokensOf().size).toBe(1);
});

it('33 switch during a send: what is under way ends in its owner’s name, nothing else of theirs is sent', async () => {
  const [first, second] = [newStudent('first'), newStudent('second')];
  await tab.enqueue(first);
  const access = currentSession()?.access;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (args[1]?.method === 'POST' && currentOwner()?.ownerId === 'mona') {
      await tab.enqueue(second);
      device.signIn('basma');
    }
    return device.host.fetch(...args);
  });
  await tab.drain();
  expect(await states()).toEqual(['done', 'queued']);
  expect(tokensOf()).toEqual(new Set([access]));
  await expectNothingLostOrDoubled(device, tab.owner, [first, second]);
});

it('33 switch during a send: a 401 after the switch is never answered with the other person’s token', async () => {
  await tab.enqueue(newStudent('first'));
  device.host.expireTokens();
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (args[1]?.method === 'POST' && currentOwner()?.ownerId === 'mona') device.signIn('basma');
    return device.host.fetch(...args);
  });
  await tab.drain();
  await flush();
  expect(await states()).toEqual(['auth']);
  expect(device.host.students.size).toBe(0);
  expect(currentOwner()?.ownerId).toBe('basma');
});

it('34 other branch: rows made at one branch are never sent to another, and say so', async () => {
  const write = newStudent('a');
  await tab.enqueue(write);
  clearTokens();
  device.signIn('mona', 'b2');
  const elsewhere = device.tab();
  await elsewhere.drain();
  expect(device.host.writes()).toEqual([]);
  expect(await stored(elsewhere.owner)).toMatchObject([{ state: 'blocked', parked: 'other-branch' }]);
  clearTokens();
  device.signIn('mona', 'b1');
  await device.tab().drain();
  await expectAllArrived(device, tab.owner, [write]);
});
