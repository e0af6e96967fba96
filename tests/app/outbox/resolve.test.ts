import { describe, expect, it } from 'vitest';
import { isTemporaryId, newMutationId, temporaryId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { discard, reopen } from '#app/outbox/recovery/actions.ts';
import { markAsDone, replaceAndSend } from '#app/outbox/recovery/resolve.ts';
import { save as saveWrite } from '#app/outbox/sender/save.ts';
import { startSending } from '#app/outbox/sender/triggers.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import {
  advanceUntil,
  type Device,
  newCourse,
  newInstallment,
  newStudent,
  stored,
  type Tab,
} from './device.ts';
import { withDevice } from './with-device.ts';

let device: Device;
let tab: Tab;
let student: string;
let course: string;

const save = (write: Mutation) => advanceUntil(saveWrite(write));
const savedId = async (write: Mutation) => {
  const outcome = await save(write);
  return outcome.outcome === 'saved' ? (outcome.record?.id ?? '') : '';
};
const unsettled = async () => (await stored(tab.owner)).filter(({ state }) => state !== 'done');
const sendAll = () => advanceUntil(tab.send());

withDevice(async (fresh) => {
  device = fresh;
  tab = device.tab();
  device.onClose(startSending(tab.owner, tab.sender));
  student = await savedId(newStudent('Mona'));
  course = await savedId(newCourse(student, '3000.00', '1000.00'));
});

/** Creates a rejected entry: saved offline, while another device took 1,700 of the 2,000 that remained. */
async function rejected(paid = '500.00'): Promise<Mutation> {
  const write = newInstallment(course, paid);
  await tab.enqueue(write);
  device.server.courses.set('c99', {
    id: 'c99',
    related_record: course,
    is_installment: true,
    paid_amount: '1700.00',
  });
  await sendAll();
  expect(await unsettled()).toMatchObject([{ state: 'rejected', problems: [{ field: 'paid_amount' }] }]);
  return write;
}

describe('replaceAndSend', () => {
  it('records the replacement once, with its own key', async () => {
    const write = await rejected();
    await replaceAndSend(write.id, { kind: 'create', body: { ...write.body, paid_amount: '300.00' } });
    await sendAll();
    expect(await unsettled()).toEqual([]);
    const paid = [...device.server.courses.values()].filter((one) => one.related_record === course);
    expect(paid.map((one) => one.paid_amount).sort()).toEqual(['1700.00', '300.00']);
    expect(device.server.timesApplied.has(write.id)).toBe(false);
  });

  it('keeps the replacement in the outbox if it is rejected as well', async () => {
    const write = await rejected();
    await replaceAndSend(write.id, { kind: 'create', body: { ...write.body, paid_amount: '400.00' } });
    await sendAll();
    expect(await unsettled()).toMatchObject([{ state: 'rejected', body: { paid_amount: '400.00' } }]);
  });

  it('sends one mutation for a double tap', async () => {
    const write = await rejected();
    const replacement = { kind: 'create', body: { ...write.body, paid_amount: '300.00' } } as const;
    const taps = await Promise.allSettled([
      replaceAndSend(write.id, replacement),
      replaceAndSend(write.id, replacement),
    ]);
    await sendAll();
    expect(taps.some(({ status }) => status === 'fulfilled')).toBe(true);
    const paid = [...device.server.courses.values()].filter((one) => one.related_record === course);
    expect(paid).toHaveLength(2);
    expect(await unsettled()).toEqual([]);
  });

  it('can replace an update with a create of another record', async () => {
    device.server.next({ status: 404, body: { detail: 'Not found.' } });
    const change = { id: newMutationId(), resource: 'student', kind: 'update', recordId: student } as const;
    await tab.enqueue({ ...change, body: { name: 'Mona A.' }, before: { id: student, name: 'Mona' } });
    await sendAll();
    await replaceAndSend(change.id, { kind: 'create', body: { name: 'Mona A.' } });
    const [entry] = await unsettled();
    expect(entry?.operation.kind).toBe('create');
    expect(isTemporaryId(entry?.operation.recordId)).toBe(true);
    expect(entry).not.toHaveProperty('before.name');
    await sendAll();
    expect([...device.server.students.values()].map(({ name }) => name).sort()).toEqual(['Mona', 'Mona A.']);
  });

  it('refuses to replace an entry that may have reached the server', async () => {
    const write = newInstallment(course, '500.00');
    device.server.next('drop-after');
    await tab.enqueue(write);
    await sendAll();
    await expect(replaceAndSend(write.id, { kind: 'create', body: {} })).rejects.toThrow('may have reached');
  });
});

describe('a corrected form that is rejected again', () => {
  it('leaves its entry in the outbox, and its next save replaces that entry', async () => {
    const write = await rejected();
    const form = await reopen(write.id);
    const again = await save({ ...form, body: { ...form.body, paid_amount: '400.00' } });
    expect(again).toMatchObject({ outcome: 'rejected' });
    expect(await unsettled()).toMatchObject([{ state: 'rejected', body: { paid_amount: '400.00' } }]);
    const last = await save({ ...form, id: newMutationId(), body: { ...form.body, paid_amount: '300.00' } });
    expect(last).toMatchObject({ outcome: 'saved' });
    expect(await unsettled()).toEqual([]);
  });
});

describe('markAsDone', () => {
  async function createUnknown(write: Mutation): Promise<void> {
    device.server.idempotent = false;
    await outboxDb().facts.clear();
    device.server.next('drop-after');
    await tab.enqueue(write);
    await sendAll();
    await sendAll();
    expect(await unsettled()).toMatchObject([{ state: 'unknown', asksPerson: true }]);
  }

  it('stores the record that the user saw, and dependents are sent with its id', async () => {
    const write = newStudent('Omar');
    await createUnknown(write);
    await tab.enqueue(newCourse(temporaryId(write.id), '100.00', '0.00'));
    const created = [...device.server.students.values()].find(({ name }) => name === 'Omar');
    const seen = { ...created, id: String(created?.id) };
    await markAsDone(write.id, seen);
    await sendAll();
    expect(await unsettled()).toEqual([]);
    expect([...device.server.students.values()].filter(({ name }) => name === 'Omar')).toHaveLength(1);
    expect([...device.server.courses.values()].at(-1)).toMatchObject({ student: seen.id });
    expect((await stored(tab.owner)).find(({ id }) => id === write.id)).toMatchObject({
      state: 'done',
      result: seen,
    });
  });

  it('marks a delete as done without a record', async () => {
    device.server.next({ status: 404, body: { detail: 'Not found.' } });
    const write = {
      id: newMutationId(),
      resource: 'student',
      kind: 'delete',
      recordId: student,
      body: {},
    } as const;
    await tab.enqueue(write);
    await sendAll();
    await markAsDone(write.id);
    expect(await unsettled()).toEqual([]);
  });

  it('refuses an entry that is being sent, as discard does', async () => {
    const write = newStudent('Omar');
    await tab.enqueue(write);
    await outboxDb().outbox.where('id').equals(write.id).modify({ state: 'sending' });
    await expect(markAsDone(write.id, { id: 's9' })).rejects.toThrow('being sent right now');
    await expect(discard(write.id, { reason: 'mistake' })).rejects.toThrow('being sent right now');
  });
});
