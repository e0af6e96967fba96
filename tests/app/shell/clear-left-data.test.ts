import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { rememberCall } from '#app/api/acknowledged-calls.ts';
import { request } from '#app/api/client.ts';
import { clearTokens, currentOwner, ownerKey, storeTokens } from '#app/api/session.ts';
import { deleteStorageKey, STORAGE_KEYS, storageKeys } from '#app/api/storage-key.ts';
import { rememberLastClose } from '#app/cache/boot-cache.ts';
import { cacheDb } from '#app/cache/device/cache-db.ts';
import { readCount, writeCount } from '#app/features/closes/count-input.ts';
import { rememberReason } from '#app/features/refunds/reason-field.tsx';
import { formInputsOf, keepFormInput } from '#app/kept-input/form-input.ts';
import { SESSION_KEY } from '#app/lib/stored-session.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { discard } from '#app/outbox/recovery/actions.ts';
import { pendingByOwner, signOut } from '#app/outbox/sender/sign-out.ts';
import { discardedBy } from '#app/outbox/store/discarded.ts';
import { decryptOwnEntries } from '#app/outbox/store/encrypted-entries.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { clearLeftData, keepLeftDataCleared } from '#app/shell/clear-left-data.ts';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import { COLLECTION, RECEIPT_PRINT } from '#contract/resource-names.ts';
import { gate } from '../../support/gate.ts';
import {
  advanceBy,
  advanceUntil,
  device,
  expectAllArrived,
  flush,
  rememberAnswers,
  stored,
  tab,
  withDevice,
} from '../outbox/device.ts';
import { create, newCollection, newCourse, newStudent } from '../outbox/mutations.ts';

const keyOf = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)));

withDevice(async () => {
  await outboxDb().discarded.clear();
  await cacheDb().queries.clear();
  for (const owned of storageKeys()) deleteStorageKey(owned);
  signIn();
});
function signIn(user = 'mona', key = keyOf(1)): void {
  storeTokens({ ...device.server.signIn(user), storage_key: key });
}

const cleared = () => advanceUntil(clearLeftData(), 100);
const decrypted = () => decryptOwnEntries(outboxDb(), tab.owner);

async function everythingStored(): Promise<string> {
  const { outbox, discarded } = outboxDb();
  const tables = [outbox, discarded, cacheDb().queries].map((table) => table.toArray());
  return JSON.stringify([await Promise.all(tables), { ...localStorage }], (_name, value) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
  );
}

it('leaves no readable name, amount or key of a signed-out user, and restores every saved record at the next sign-in', async () => {
  const [waiting, thrown] = [newStudent('Nadia Fahmy'), newStudent('Karim Sabry')];
  device.server.offline = true;
  await tab.enqueue(waiting);
  await tab.send();
  await tab.enqueue(thrown);
  await discard(thrown.id, { reason: 'other', words: 'Paid in cash' });
  // The pass after a discard is not awaited.
  await flush();
  keepFormInput(tab.owner, {
    ...{ id: crypto.randomUUID(), form: 'student new', title: 'Hala Magdy', startedAt: Date.now() },
    ...{ values: { name: 'Hala Magdy' }, referenced: {} },
    ids: { current: crypto.randomUUID(), rejected: [] },
  });
  const before = await outboxDb().outbox.toArray();
  expect(await everythingStored()).toMatch(/Nadia.*Karim.*Hala/s);

  await signOut();
  await cleared();
  expect(await everythingStored()).not.toMatch(/Nadia|Karim|Hala|cash|AQEBAQ/);
  expect(await pendingByOwner()).toEqual([{ ownerId: 'mona', count: 1 }]);

  signIn();
  await decrypted();
  expect(await outboxDb().outbox.toArray()).toEqual(before);
  expect(await discardedBy(outboxDb(), tab.owner)).toMatchObject([
    { reason: 'other', words: 'Paid in cash', row: { body: { name: 'Karim Sabry' } } },
  ]);
  expect(formInputsOf(tab.owner, 'student new')).toEqual([]);
  device.server.offline = false;
  await device.tab().send();
  await expectAllArrived(device, tab.owner, [waiting]);
});

it('encrypts what a session left that ended without a log-out, or with a crash before the encryption', async () => {
  await tab.enqueue(newStudent('Nadia Fahmy'));
  clearTokens();
  signIn('basma', keyOf(2));
  await cleared();
  expect(await everythingStored()).not.toMatch(/Nadia|AQEBAQ/);
  expect(storageKeys().map(({ ownerId }) => ownerId)).toEqual(['basma']);
});

it('keeps the records of the signed-in user readable', async () => {
  await tab.enqueue(newStudent('Nadia Fahmy'));
  await cleared();
  expect((await stored(tab.owner)).map(({ state }) => state)).toEqual(['queued']);
});

it('sends an entry once that was being sent while its owner signed out', async () => {
  const mutation = newStudent('Nadia Fahmy');
  await tab.enqueue(mutation);
  const { letGo: answer, until: answered } = gate();
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await device.server.fetch(...args);
    await answered;
    return response;
  });
  const sending = tab.send();
  await vi.waitFor(() => expect(device.server.timesApplied.get(mutation.id)).toBe(1));
  await signOut();
  await cleared();
  answer();
  await advanceUntil(sending);
  expect(await everythingStored()).not.toContain('Nadia');
  signIn();
  await decrypted();
  const next = device.tab();
  await vi.advanceTimersByTimeAsync(60_000);
  await next.send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('shows an entry that another key encrypted as one that needs the user, and never sends or loses it', async () => {
  const mutation = newStudent('Nadia Fahmy');
  await tab.enqueue(mutation);
  await signOut();
  await cleared();
  signIn('mona', keyOf(3));
  await decrypted();
  await device.tab().send();
  const [entry] = await stored(tab.owner);
  expect(entry).toMatchObject({ id: mutation.id, state: 'blocked', quarantined: 'encrypted' });
  expect(entry && cardOf(entry)).toMatchObject({
    title: 'This is still encrypted',
  });
  expect(device.server.writes()).toEqual([]);
  signIn();
  await decrypted();
  await device.tab().send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

it('leaves the records of a server without storage keys as they are', async () => {
  deleteStorageKey(tab.owner);
  const mutation = newStudent('Nadia Fahmy');
  await tab.enqueue(mutation);
  await signOut();
  await cleared();
  device.signIn();
  expect(currentOwner()).toEqual(tab.owner);
  await device.tab().send();
  await expectAllArrived(device, tab.owner, [mutation]);
});

describe('the end of a session', () => {
  const read = () => request({ method: 'GET', path: '/branch/details/', answer: z.unknown() }).catch(() => 0);
  const refused = (detail: string) => async () => {
    device.server.expireTokens();
    device.server.refreshFault = { status: 401, body: { detail } };
    await read();
  };
  const inAnotherWindow = async () => {
    localStorage.removeItem(SESSION_KEY);
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  };
  const pending = newStudent('Nadia Fahmy');

  async function work(): Promise<void> {
    const sent = newStudent('Karim Sabry');
    await tab.enqueue(sent);
    await tab.send();
    device.server.offline = true;
    await tab.enqueue(pending);
    device.server.offline = false;
    const student = { id: 's1', name: 'Karim Sabry' };
    await cacheDb().queries.put({
      ...{ owner: ownerKey(tab.owner), hash: 'students', queryKey: ['students'], data: student },
      ...{ dataUpdatedAt: Date.now(), shape: 1 },
    });
    rememberAnswers({ name: 'Main' }, { email: 'mona@example.org', first_name: 'Karim' });
    rememberLastClose(tab.owner, '2026-11-05T08:00:00Z');
    rememberReason('student', 'Karim moved');
    writeCount({ ...readCount(), other: '1750.25' });
    writeCount({ ...readCount(), other: '1850.25', reason: 'Karim has left' }, '7');
    rememberCall(crypto.randomUUID(), { kind: 'Students merged', sentence: 'Karim merged' });
  }

  beforeEach(() => {
    device.server.refreshFault = undefined;
    keepLeftDataCleared();
  });

  it.each([
    ['by its user', signOut],
    ['on another device, or by its time', refused('Your session has ended. Sign in again.')],
    ['because the user was disabled or must add a second factor', refused('Sign in again.')],
    ['in another window', inAnotherWindow],
    ['by another user who signs in', async () => signIn('basma', keyOf(2))],
  ])('%s leaves no answer of the server and no name, and every pending write', async (_, end) => {
    await work();
    expect(await everythingStored()).toMatch(/Karim/);
    await end();
    expect(currentOwner()?.ownerId).not.toBe('mona');
    // Her key goes last.
    while (storageKeys().some(({ ownerId }) => ownerId === 'mona')) await advanceBy(1_000);
    expect(await everythingStored()).not.toMatch(/Karim|Nadia|08:00:00Z|1750\.25|1850\.25|AQEBAQ/);
    expect(await cacheDb().queries.count()).toBe(0);
    expect(await pendingByOwner()).toEqual([{ ownerId: 'mona', count: 1 }]);
    device.server.refreshFault = undefined;
    signIn();
    await decrypted();
    await device.tab().send();
    expect([...device.server.students.values()].map(({ name }) => name)).toEqual([
      'Karim Sabry',
      'Nadia Fahmy',
    ]);
    expect(device.server.timesApplied.get(pending.id)).toBe(1);
  });
});

it('looks at what is left when the user changes, not at every refresh of a token', async () => {
  vi.useRealTimers();
  const looks = vi.spyOn(Storage.prototype, 'getItem');
  const keyReads = () => looks.mock.calls.filter(([name]) => name === STORAGE_KEYS).length;
  keepLeftDataCleared();
  await flush();
  storeTokens(device.server.signIn('mona'));
  await flush();
  const before = keyReads();
  storeTokens(device.server.signIn('mona'));
  await flush();
  expect(keyReads()).toBe(before);
  clearTokens();
  await flush();
  expect(keyReads()).toBeGreaterThan(before);
});

it('a family payment and its prints are sent when their owner signs in again while they are being encrypted', async () => {
  const { courses, others } = device.server;
  courses.set('c1', { ...newCourse('s1', '9000.00', '0.00').body, id: 'c1', version: 1 });
  const rounds = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64];
  for (const turns of rounds) {
    device.server.offline = true;
    const payment = newCollection({ c1: '10.00' });
    const print = (): Mutation => create(RECEIPT_PRINT, { resource: COLLECTION, record: payment.id });
    for (const mutation of [payment, print(), print()]) await tab.enqueue(mutation);
    await signOut();
    const encryption = clearLeftData();
    await flush(turns);
    signIn();
    await decrypted();
    await advanceUntil(encryption, 1_000);
    device.server.offline = false;
    await advanceUntil(tab.send(), 500);
    const left = (await stored(tab.owner)).filter(({ state }) => state !== 'done');
    expect({ turns, left: left.map(({ state }) => state) }).toEqual({ turns, left: [] });
  }
  expect(others.get('receipt-prints')?.size).toBe(2 * rounds.length);
  expect(others.get('collections')?.size).toBe(rounds.length);
});

it('the end of a session strips acknowledged entries to their keys and ids; pending ones keep everything', async () => {
  deleteStorageKey(tab.owner);
  const [sent, pending] = [newStudent('Mona Adel'), newStudent('Ahmad Samir')];
  await tab.enqueue(sent);
  await tab.send();
  device.server.offline = true;
  await tab.enqueue(pending);
  const [before] = await stored(tab.owner);
  await signOut();
  await advanceUntil(clearLeftData([tab.owner]), 100);
  const [settled, waiting] = await stored(tab.owner);
  expect(JSON.stringify(settled)).not.toContain('Mona');
  expect(settled).toMatchObject({
    id: sent.id,
    state: 'done',
    body: {},
    result: { id: before?.result?.id },
    acknowledgedAt: before?.acknowledgedAt,
  });
  expect(waiting).toMatchObject({ id: pending.id, state: 'queued', body: { name: 'Ahmad Samir' } });
  device.server.offline = false;
  device.signIn();
  // Its content is gone, so that it cannot be compared: it is neither called stored nor sent again.
  expect(await tab.enqueue(sent)).toMatchObject({ outcome: 'rejected' });
  await tab.send();
  await expectAllArrived(device, tab.owner, [sent, pending]);
});
