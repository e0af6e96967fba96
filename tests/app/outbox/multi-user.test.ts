import { expect, it, vi } from 'vitest';
import { clearTokens, currentOwner, currentSession } from '#app/api/session.ts';
import { flushBeforeLogout, pendingByOwner, signOut } from '#app/outbox/sender/sign-out.ts';
import {
  advanceUntil,
  device,
  expectAllArrived,
  expectNothingLostOrDoubled,
  flush,
  stored,
  tab,
  withDevice,
} from './device.ts';
import { newStudent } from './mutations.ts';

withDevice();

const states = async () => (await stored(tab.owner)).map(({ state }) => state);
const usedTokens = () => new Set(device.server.writes().map(({ token }) => token));

it('23 401, refreshed: the retry has the same key and body', async () => {
  const saved = [newStudent('a'), newStudent('b')];
  for (const mutation of saved) await tab.enqueue(mutation);
  device.server.expireTokens();
  await tab.send();
  await expectAllArrived(device, tab.owner, saved);
  expect(device.server.refreshes).toBe(1);
  for (const { id } of saved) {
    const attempts = device.server.writes().filter(({ key }) => key === id);
    expect(attempts).toHaveLength(2);
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
  }
});

it('24 401, refresh rejected: the user is signed out, and the entries wait until their owner signs in again', async () => {
  const saved = [newStudent('a'), newStudent('b')];
  for (const mutation of saved) await tab.enqueue(mutation);
  device.server.expireTokens();
  device.server.refreshFault = { status: 401, body: { detail: 'Expired.' } };
  await tab.send();
  expect(currentOwner()).toBeUndefined();
  expect(await states()).toEqual(['auth', 'auth']);
  device.server.refreshFault = undefined;
  device.signIn();
  await device.tab().send();
  await expectAllArrived(device, tab.owner, saved);
});

it('25 refresh loses the network: the error is transient, nobody is signed out', async () => {
  const mutation = newStudent('a');
  await tab.enqueue(mutation);
  device.server.expireTokens();
  device.server.next('drop-before', ({ path }) => path.startsWith('/auth/'));
  await tab.send();
  expect(currentOwner()).toEqual(tab.owner);
  expect(await states()).toEqual(['queued']);
  await tab.send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('31 log out with pending rows: they stay on the device, counted without names, and are sent when their owner signs in again', async () => {
  const saved = [newStudent('a'), newStudent('b')];
  device.server.offline = true;
  for (const mutation of saved) await tab.enqueue(mutation);
  expect(await advanceUntil(flushBeforeLogout(10), 50)).toBe(2);
  await signOut();
  expect(await pendingByOwner()).toEqual([{ ownerId: 'mona', count: 2 }]);
  device.server.offline = false;
  await tab.send();
  expect(device.server.writes()).toEqual([]);
  device.signIn();
  await device.tab().send();
  await expectAllArrived(device, tab.owner, saved);
});

it('31 log out with pending rows: while offline the question comes at once', async () => {
  device.server.offline = true;
  await tab.enqueue(newStudent('a'));
  await tab.send();
  const [before, requests] = [Date.now(), device.server.writes().length];
  expect(await advanceUntil(flushBeforeLogout(10), 50)).toBe(1);
  expect(Date.now() - before).toBeLessThan(1_000);
  expect(device.server.writes()).toHaveLength(requests);
});

it('31 log out with pending rows: entries that can be sent in time are sent', async () => {
  await tab.enqueue(newStudent('a'));
  expect(await flushBeforeLogout(10)).toBe(0);
  expect(device.server.students.size).toBe(1);
});

it('32 user B signs in: the entries of user A stay pending', async () => {
  const mutation = newStudent('of mona');
  await tab.enqueue(mutation);
  device.signIn('basma');
  const hers = device.tab();
  const other = newStudent('of basma');
  await hers.enqueue(other);
  await Promise.all([tab.send(), hers.send()]);
  expect([...device.server.students.values()].map(({ name }) => name)).toEqual(['of basma']);
  expect((await stored(hers.owner)).map(({ id }) => id)).toEqual([other.id]);
  expect(await states()).toEqual(['queued']);
  expect(usedTokens().size).toBe(1);
});

it('33 switch during a send: the request in flight ends in its owner’s name, their other entries stay pending', async () => {
  const [first, second] = [newStudent('first'), newStudent('second')];
  await tab.enqueue(first);
  const access = currentSession()?.access;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (args[1]?.method === 'POST' && currentOwner()?.ownerId === 'mona') {
      await tab.enqueue(second);
      device.signIn('basma');
    }
    return device.server.fetch(...args);
  });
  await tab.send();
  expect(await states()).toEqual(['done', 'queued']);
  expect(usedTokens()).toEqual(new Set([access]));
  await expectNothingLostOrDoubled(device, tab.owner, [first, second]);
});

it('33 switch during a send: a 401 after the switch is never retried with the other user’s token', async () => {
  await tab.enqueue(newStudent('first'));
  device.server.expireTokens();
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (args[1]?.method === 'POST' && currentOwner()?.ownerId === 'mona') device.signIn('basma');
    return device.server.fetch(...args);
  });
  await tab.send();
  await flush();
  expect(await states()).toEqual(['auth']);
  expect(device.server.students.size).toBe(0);
  expect(currentOwner()?.ownerId).toBe('basma');
});

it('34 other branch: entries of one branch are never sent to another and are quarantined', async () => {
  const mutation = newStudent('a');
  await tab.enqueue(mutation);
  clearTokens();
  device.signIn('mona', 'b2');
  const elsewhere = device.tab();
  await elsewhere.send();
  expect(device.server.writes()).toEqual([]);
  expect(await stored(elsewhere.owner)).toMatchObject([{ state: 'blocked', quarantined: 'other-branch' }]);
  clearTokens();
  device.signIn('mona', 'b1');
  await device.tab().send();
  await expectAllArrived(device, tab.owner, [mutation]);
});
