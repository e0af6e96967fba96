import { expect, it } from 'vitest';
import { reportUnreachable } from '#app/api/connection.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { subscribeToOutbox } from '#app/outbox/store/outbox-subscription.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { advanceBy, advanceUntil, device, save, sendByItself, stored, tab, withDevice } from './device.ts';
import { newStudent } from './mutations.ts';

withDevice(sendByItself);

const refuseNext = () => device.server.next({ status: 400, body: { name: ['Too short.'] } });
const bodies = async () => (await stored(tab.owner)).map(({ body, state }) => ({ name: body.name, state }));
const sentBodies = () => device.server.writes().map(({ body }) => body);
const sentKeys = () => device.server.writes().map(({ key }) => key);

function goOffline(): void {
  device.server.offline = true;
  reportUnreachable();
}

async function goOnline(): Promise<void> {
  device.server.offline = false;
  await tab.send();
}

const changeOf = (id: string, name: string): Mutation => ({
  id: crypto.randomUUID(),
  resource: 'student',
  kind: 'update',
  recordId: id,
  body: { name },
  before: { id, name: 'Mona' },
});

it('58 a refusal that nobody confirms stays in the outbox and needs the user', async () => {
  refuseNext();
  expect(await save(newStudent('M'))).toMatchObject({ outcome: 'rejected', detail: 'Too short.' });
  expect(await bodies()).toEqual([{ name: 'M', state: 'rejected' }]);
});

it('58 a refusal that was sent again meanwhile is not removed by a late confirmation', async () => {
  refuseNext();
  const mutation = newStudent('Mona');
  const outcome = await save(mutation);
  await advanceUntil(retryNow(mutation.id));
  if (outcome.outcome === 'rejected') await advanceUntil(outcome.confirmShown());
  expect(await bodies()).toEqual([{ name: 'Mona', state: 'done' }]);
  expect(new Set(sentKeys()).size).toBe(2);
});

it('58 a form that corrects an unconfirmed refusal replaces it, and its student keeps the id', async () => {
  refuseNext();
  const mutation = newStudent('M');
  await save(mutation);
  const corrected = { ...newStudent('Mona'), rejectedIds: [mutation.id] };
  expect(await save(corrected)).toMatchObject({ outcome: 'saved' });
  expect(await bodies()).toEqual([{ name: 'Mona', state: 'done' }]);
  expect([...device.server.students.keys()]).toEqual([mutation.id]);
  expect(new Set(sentKeys()).size).toBe(2);
});

it('71 same id, corrected body: an entry that was not sent yet is replaced', async () => {
  goOffline();
  const mutation = newStudent('Mona');
  await save(mutation);
  expect(await save({ ...mutation, body: { name: 'Mona Adel' } })).toMatchObject({ outcome: 'queued' });
  expect(await bodies()).toEqual([{ name: 'Mona Adel', state: 'queued' }]);
  await goOnline();
  expect([...device.server.students.values()].map(({ name }) => name)).toEqual(['Mona Adel']);
});

it('71 same id, corrected body: the same body again is the one entry', async () => {
  goOffline();
  const mutation = newStudent('Mona');
  await save(mutation);
  await save({ ...mutation, body: { name: 'Mona' } });
  await goOnline();
  await save(mutation);
  expect(await bodies()).toEqual([{ name: 'Mona', state: 'done' }]);
  expect(sentBodies()).toHaveLength(1);
});

it('71 same id, corrected body: a new record that was sent is neither changed nor recorded again, and a sentence says so', async () => {
  const mutation = newStudent('Mona');
  await save(mutation);
  expect(await save({ ...mutation, body: { name: 'Mona Adel' } })).toMatchObject({
    outcome: 'rejected',
    detail: expect.stringContaining('saved before'),
  });
  expect(await bodies()).toEqual([{ name: 'Mona', state: 'done' }]);
  expect([...device.server.students.values()].map(({ name }) => name)).toEqual(['Mona']);
});

it('71 same id, corrected body: a change that was sent is followed by a change of its own, made upon the first', async () => {
  await save(newStudent('Mona'));
  const [id = ''] = device.server.students.keys();
  const mutation = changeOf(id, 'Mona A');
  await save(mutation);
  expect(await save({ ...mutation, body: { name: 'Mona Adel' } })).toMatchObject({ outcome: 'saved' });
  expect(device.server.students.get(id)).toMatchObject({ name: 'Mona Adel' });
  const entries = await stored(tab.owner);
  expect(entries.map(({ body }) => body.name)).toEqual(['Mona', 'Mona A', 'Mona Adel']);
  expect(entries[2]?.before).toMatchObject({ name: 'Mona A' });
  expect(new Set(sentKeys()).size).toBe(3);
});

it('71 same id, corrected body: a refused mutation saved again is sent again under a new key', async () => {
  refuseNext();
  const mutation = newStudent('Mona');
  await save(mutation);
  expect(await save(mutation)).toMatchObject({ outcome: 'saved' });
  expect(await bodies()).toEqual([{ name: 'Mona', state: 'done' }]);
  expect(new Set(sentKeys()).size).toBe(2);
});

async function saveAndEditOffline() {
  goOffline();
  const create = newStudent('Mona');
  await save(create);
  const edit = changeOf(create.id, 'Mona A');
  await save(edit);
  expect(await bodies()).toEqual([{ name: 'Mona A', state: 'queued' }]);
  return { create, edit };
}

it('71 same id, corrected body: an edit that was merged into a pending record is merged anew', async () => {
  const { edit } = await saveAndEditOffline();
  expect(await save({ ...edit, body: { name: 'Mona Adel' } })).toMatchObject({ outcome: 'queued' });
  expect(await bodies()).toEqual([{ name: 'Mona Adel', state: 'queued' }]);
});

it('71 same id, corrected body: a form does not overwrite an edit that was merged into its record later', async () => {
  const { create } = await saveAndEditOffline();
  expect(await save({ ...create, body: { name: 'Sara' } })).toMatchObject({
    outcome: 'rejected',
    detail: expect.stringContaining('saved before'),
  });
  expect(await bodies()).toEqual([{ name: 'Mona A', state: 'queued' }]);
});

/** Empties the outbox past Dexie, as another tab does while this page is in the browser's memory. */
async function emptyUnseen(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('branch-desk-outbox');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise<void>((resolve) => {
    const emptying = database.transaction('outbox', 'readwrite');
    emptying.objectStore('outbox').clear();
    emptying.oncomplete = () => resolve();
  });
  database.close();
}

it('72 a restored page reads the outbox again', async () => {
  device.onClose(subscribeToOutbox(tab.owner));
  goOffline();
  await save(newStudent('Mona'));
  await advanceBy(5_000);
  expect(outboxView().rows).toHaveLength(1);
  // The sender would read the outbox as well.
  tab.sender.stop();
  await advanceUntil(emptyUnseen());
  await advanceBy(5_000);
  expect(outboxView().rows).toHaveLength(1);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await advanceBy(1_000);
  expect(outboxView().rows).toEqual([]);
});
