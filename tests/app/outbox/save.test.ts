import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection, onConnectionChange, reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { BOOT_CACHE_KEY } from '#app/cache/boot-cache.ts';
import { reportStorageProblem } from '#app/lib/storage-problem.ts';
import type { MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save as saveMutation } from '#app/outbox/sender/save.ts';
import { OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { EMPTY_OUTBOX, outboxView, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { isRecordId } from '#contract/ids.ts';
import { gate } from '../../support/gate.ts';
import {
  advanceBy,
  advanceUntil,
  device,
  rememberAnswers,
  save,
  sendByItself,
  stored,
  tab,
  withDevice,
} from './device.ts';
import { newCourse, newStudent } from './mutations.ts';

withDevice(sendByItself);

it('a rejection is returned to the form’s fields and leaves no entry once it was shown', async () => {
  device.server.next({ status: 400, body: { name: ['Too short.'] } });
  const outcome = await save(newStudent('M'));
  expect(outcome).toMatchObject({
    outcome: 'rejected',
    detail: 'Too short.',
    fields: [{ field: 'name', message: 'Too short.' }],
  });
  if (outcome.outcome === 'rejected') await advanceUntil(outcome.confirmShown());
  expect(await stored(tab.owner)).toEqual([]);
});

it('16 offline: stored at once with the id that the record keeps', async () => {
  device.server.offline = true;
  const outcome = await save(newStudent('Mona'));
  expect(outcome).toEqual({ outcome: 'queued', recordId: expect.any(String) });
  expect(isRecordId(String(outcome.outcome === 'queued' && outcome.recordId))).toBe(true);
});

it('known to be offline: nothing is sent, the entry stays pending and can be edited in place', async () => {
  device.server.offline = true;
  reportUnreachable();
  expect(await save(newStudent('Mona'))).toMatchObject({ outcome: 'queued' });
  expect(await stored(tab.owner)).toMatchObject([{ state: 'queued', attempts: 0 }]);
});

it('16 a request that does not arrive ends the wait of the form, also if another request is answered meanwhile', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  device.onClose(onConnectionChange(() => connection() === 'offline' && reportReachable()));
  device.server.next('drop-before');
  let outcome: MutationOutcome | undefined;
  void saveMutation(newStudent('Mona')).then((ended) => {
    outcome = ended;
  });
  await advanceBy(1_000);
  expect(outcome).toMatchObject({ outcome: 'queued' });
});

it('no answer within four seconds: returns queued; a later rejection needs the user', async () => {
  device.server.next('hang');
  const outcome = saveMutation(newStudent('Mona'));
  await advanceBy(4_500);
  expect(await outcome).toMatchObject({ outcome: 'queued' });
  device.server.next({ status: 400, body: { name: ['Too short.'] } });
  await advanceBy(80_000);
  expect(await stored(tab.owner)).toMatchObject([{ state: 'rejected', lastError: 'Too short.' }]);
});

it('35 quota on enqueue: returns not-stored and sends nothing', async () => {
  vi.spyOn(outboxDb().outbox, 'add').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
  expect(await save(newStudent('Mona'))).toEqual({
    outcome: 'not-stored',
    message: expect.stringContaining('not saved'),
  });
  expect(await stored(tab.owner)).toEqual([]);
  expect(device.server.writes()).toEqual([]);
});

it('37 IndexedDB hangs: returns not-stored after a timeout, and then stores nothing', async () => {
  const { until, letGo } = gate();
  const open = outboxDb().transaction.bind(outboxDb()) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(OutboxDb.prototype, 'transaction').mockImplementation(((...args: unknown[]) =>
    until.then(() => open(...args))) as never);
  const outcome = saveMutation(newStudent('Mona'));
  await advanceBy(8_500);
  expect(await outcome).toMatchObject({ outcome: 'not-stored' });
  vi.restoreAllMocks();
  letGo();
  await advanceBy(100);
  expect(await stored(tab.owner)).toEqual([]);
});

it('signed out: returns not-stored and stores nothing', async () => {
  localStorage.clear();
  expect(await save(newStudent('Mona'))).toMatchObject({ outcome: 'not-stored' });
});

it('an entry sent on a later day returns a note with its date', async () => {
  device.server.students.set('s1', { id: 's1', name: 'Mona' });
  device.server.offline = true;
  const mutation = newCourse('s1', '100.00', '100.00');
  reportUnreachable();
  await save(mutation);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  device.server.offline = false;
  await tab.send();
  expect(await save(mutation)).toMatchObject({
    outcome: 'saved',
    note: 'It is dated 5/11/2026, the day it was entered.',
  });
});

describe('68 IndexedDB never opens, online', () => {
  beforeEach(() => {
    vi.spyOn(OutboxDb.prototype, 'transaction').mockImplementation((() => {
      reportStorageProblem('broken');
      return Promise.reject(new Error('Internal error opening backing store'));
    }) as never);
    rememberAnswers({ name: 'Main', current_month: 'running', current_month_name: 'May', idempotency: true });
  });
  afterEach(() => {
    reportStorageProblem(undefined);
    publishOutbox(EMPTY_OUTBOX);
  });

  it('68 sends directly with the key of the form while it waits, and says so', async () => {
    const mutation = newStudent('Mona');
    expect(await save(mutation)).toMatchObject({
      outcome: 'saved',
      record: { name: 'Mona' },
      note: expect.stringContaining('sent directly'),
    });
    expect(device.server.writes().map(({ key }) => key)).toEqual([mutation.id]);
    expect(outboxView().rows).toMatchObject([{ id: mutation.id, state: 'done' }]);
  });

  it('68 after a lost answer the same press again is recorded once, and a changed one is not recorded twice', async () => {
    const mutation = newStudent('Mona');
    device.server.next('drop-after');
    expect(await save(mutation)).toMatchObject({
      outcome: 'not-stored',
      message: expect.stringMatching(/save again without changes/),
    });
    reportReachable();
    expect(await save({ ...mutation, body: { name: 'Mona Adel' } })).toMatchObject({
      outcome: 'not-stored',
      message: expect.stringMatching(/recorded before you changed it/),
    });
    expect(await save(mutation)).toMatchObject({ outcome: 'saved' });
    expect(device.server.students.size).toBe(1);
  });

  it('68 shows a refusal at its fields, and offline or without keys it says that nothing is saved', async () => {
    device.server.next({ status: 400, body: { name: ['Too short.'] } });
    expect(await save(newStudent('M'))).toMatchObject({
      outcome: 'rejected',
      fields: [{ field: 'name', message: 'Too short.' }],
    });
    reportUnreachable();
    expect(await save(newStudent('Mona'))).toMatchObject({
      outcome: 'not-stored',
      message: expect.stringMatching(/not saved/),
    });
    reportReachable();
    localStorage.removeItem(BOOT_CACHE_KEY);
    expect(await save(newStudent('Mona'))).toMatchObject({
      outcome: 'not-stored',
      message: expect.stringMatching(/not saved/),
    });
    expect(device.server.students.size).toBe(0);
  });
});
