import { expect, it, vi } from 'vitest';
import { reportUnreachable } from '#app/api/connection.ts';
import { isTemporaryId, newMutationId, temporaryId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { discard, reopen, retryNow } from '#app/outbox/recovery/actions.ts';
import { save as saveWrite } from '#app/outbox/sender/save.ts';
import { startSending } from '#app/outbox/sender/triggers.ts';
import { OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { advanceBy, advanceUntil, type Device, newCourse, newStudent, stored, type Tab } from './device.ts';
import { withDevice } from './with-device.ts';

let device: Device;
let tab: Tab;

withDevice((fresh) => {
  device = fresh;
  tab = device.tab();
  device.endWith(startSending(tab.owner, tab.drainer));
});

const save = (write: Mutation) => advanceUntil(saveWrite(write));

it('online: saved, with the host’s row and sentence', async () => {
  const outcome = await save(newStudent('Mona'));
  expect(outcome).toMatchObject({
    outcome: 'saved',
    detail: 'Recorded.',
    record: { name: 'Mona', code: 'S-0001' },
  });
});

it('6 double tap: both taps get the one outcome of the one write', async () => {
  const write = newStudent('Mona');
  const [first, second] = await Promise.all([save(write), save(write)]);
  expect(second).toEqual(first);
  expect(await save(write)).toEqual(first);
  expect(device.host.students.size).toBe(1);
});

it('a refusal goes back to the form’s fields and leaves nothing behind; the corrected form has another key', async () => {
  device.host.next({ status: 400, body: { name: ['Too short.'] } });
  const write = newStudent('M');
  expect(await save(write)).toEqual({
    outcome: 'refused',
    detail: 'Too short.',
    fields: [{ field: 'name', message: 'Too short.' }],
  });
  expect(await stored(tab.owner)).toEqual([]);
  expect(await save({ ...write, body: { name: 'Mona' } })).toMatchObject({ outcome: 'saved' });
  const [first, second] = device.host.writes();
  expect(second?.key).not.toBe(first?.key);
});

it('16 offline: kept at once, under a temporary id', async () => {
  device.host.offline = true;
  const outcome = await save(newStudent('Mona'));
  expect(outcome).toEqual({ outcome: 'kept', recordId: expect.any(String) });
  expect(isTemporaryId(outcome.outcome === 'kept' && outcome.recordId)).toBe(true);
});

it('known to be offline: nothing is risked, the row stays unsent and can be changed in place', async () => {
  device.host.offline = true;
  reportUnreachable();
  expect(await save(newStudent('Mona'))).toMatchObject({ outcome: 'kept' });
  expect(await stored(tab.owner)).toMatchObject([{ state: 'queued', attempts: 0 }]);
});

it('no answer within four seconds: kept; a refusal that comes later needs a person', async () => {
  device.host.next('hang');
  const outcome = saveWrite(newStudent('Mona'));
  await advanceBy(4_500);
  expect(await outcome).toMatchObject({ outcome: 'kept' });
  device.host.next({ status: 400, body: { name: ['Too short.'] } });
  await advanceBy(80_000);
  expect(await stored(tab.owner)).toMatchObject([{ state: 'rejected', lastError: 'Too short.' }]);
});

it('35 quota on enqueue: not shown as saved, and nothing is sent', async () => {
  vi.spyOn(outboxDb().outbox, 'add').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
  expect(await save(newStudent('Mona'))).toEqual({
    outcome: 'not-stored',
    message: expect.stringContaining('not saved'),
  });
  expect(await stored(tab.owner)).toEqual([]);
  expect(device.host.writes()).toEqual([]);
});

it('37 IndexedDB hangs: after a while it is said that nothing was saved, and then nothing is', async () => {
  let goOn = () => {};
  const hanging = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const open = outboxDb().transaction.bind(outboxDb()) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(OutboxDb.prototype, 'transaction').mockImplementation(((...args: unknown[]) =>
    hanging.then(() => open(...args))) as never);
  const outcome = saveWrite(newStudent('Mona'));
  await advanceBy(8_500);
  expect(await outcome).toMatchObject({ outcome: 'not-stored' });
  vi.restoreAllMocks();
  goOn();
  await advanceBy(100);
  expect(await stored(tab.owner)).toEqual([]);
});

it('signed out: says so and stores nothing', async () => {
  localStorage.clear();
  expect(await save(newStudent('Mona'))).toMatchObject({ outcome: 'not-stored' });
});

it('what is sent on a later day says which day it is dated', async () => {
  device.host.students.set('s1', { id: 's1', name: 'Mona' });
  device.host.offline = true;
  const write = newCourse('s1', '100.00', '100.00');
  reportUnreachable();
  await save(write);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  device.host.offline = false;
  await tab.drain();
  expect(await save(write)).toMatchObject({
    outcome: 'saved',
    note: 'It is dated 5/11/2026, the day it was entered.',
  });
});

async function refusedLater(name: string) {
  const write = newStudent(name);
  reportUnreachable();
  device.host.offline = true;
  await save(write);
  device.host.offline = false;
  device.host.next({ status: 400, body: { name: ['Too short.'] } });
  await tab.drain();
  return write;
}

it('edit: a refused row comes back as a form, and the corrected one takes its place under another key', async () => {
  const write = await refusedLater('M');
  const form = await reopen(write.id);
  expect(form).toMatchObject({ kind: 'create', body: { name: 'M' }, recordId: temporaryId(write.id) });
  expect(await stored(tab.owner)).toHaveLength(1);
  expect(await save({ ...form, body: { name: 'Mona' } })).toMatchObject({ outcome: 'saved' });
  expect(await stored(tab.owner)).toMatchObject([{ id: form.id, state: 'done' }]);
});

it('edit: what may already have arrived can’t be taken back', async () => {
  const write = newStudent('Mona');
  await tab.drain();
  device.host.next('drop-after');
  await tab.enqueue(write);
  await tab.drain();
  await expect(reopen(write.id)).rejects.toThrow('may have reached the server');
});

it('retry now: a refused row goes again as a new write', async () => {
  const write = await refusedLater('Mona');
  await retryNow(write.id);
  expect(await stored(tab.owner)).toMatchObject([{ state: 'done' }]);
  expect(device.host.carriedOut.has(write.id)).toBe(false);
});

it('retry now: on a host without keys it is a person’s word to send again', async () => {
  device.host.idempotent = false;
  device.host.next('drop-before');
  const write = newStudent('Mona');
  await save(write);
  await tab.drain();
  expect(await stored(tab.owner)).toMatchObject([{ state: 'unknown', asksPerson: true }]);
  await retryNow(write.id);
  expect(await stored(tab.owner)).toMatchObject([{ state: 'done' }]);
});

it('discard: takes a row off the device, but not one that others belong to', async () => {
  const write = await refusedLater('M');
  reportUnreachable();
  device.host.offline = true;
  await save(newCourse(temporaryId(write.id), '100.00', '0.00'));
  await expect(discard(write.id)).rejects.toThrow('belongs to this');
  const course = (await stored(tab.owner)).at(-1);
  await discard(course?.id ?? '');
  await discard(write.id);
  expect(await stored(tab.owner)).toEqual([]);
});

it('mints keys that are UUIDs', () => {
  expect(newMutationId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
});
