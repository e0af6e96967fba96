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
const rows = async () => (await stored(tab.owner)).filter(({ state }) => state !== 'done');
const drained = () => advanceUntil(tab.drain());

withDevice(async (fresh) => {
  device = fresh;
  tab = device.tab();
  device.endWith(startSending(tab.owner, tab.drainer));
  student = await savedId(newStudent('Mona'));
  course = await savedId(newCourse(student, '3000.00', '1000.00'));
});

/** Saved without a connection, and refused once there is one: somebody else took 1,700 of the 2,000 that remained. */
async function refused(paid = '500.00'): Promise<Mutation> {
  const write = newInstallment(course, paid);
  await tab.enqueue(write);
  device.host.courses.set('c99', {
    id: 'c99',
    related_record: course,
    is_installment: true,
    paid_amount: '1700.00',
  });
  await drained();
  expect(await rows()).toMatchObject([{ state: 'rejected', problems: [{ field: 'paid_amount' }] }]);
  return write;
}

describe('what is sent in a refused one’s place', () => {
  it('is recorded once, under a key of its own', async () => {
    const write = await refused();
    await replaceAndSend(write.id, { kind: 'create', body: { ...write.body, paid_amount: '300.00' } });
    await drained();
    expect(await rows()).toEqual([]);
    const paid = [...device.host.courses.values()].filter((one) => one.related_record === course);
    expect(paid.map((one) => one.paid_amount).sort()).toEqual(['1700.00', '300.00']);
    expect(device.host.carriedOut.has(write.id)).toBe(false);
  });

  it('stays where it is refused as well', async () => {
    const write = await refused();
    await replaceAndSend(write.id, { kind: 'create', body: { ...write.body, paid_amount: '400.00' } });
    await drained();
    expect(await rows()).toMatchObject([{ state: 'rejected', body: { paid_amount: '400.00' } }]);
  });

  it('tapped twice it is one write', async () => {
    const write = await refused();
    const instead = { kind: 'create', body: { ...write.body, paid_amount: '300.00' } } as const;
    const taps = await Promise.allSettled([
      replaceAndSend(write.id, instead),
      replaceAndSend(write.id, instead),
    ]);
    await drained();
    expect(taps.some(({ status }) => status === 'fulfilled')).toBe(true);
    const paid = [...device.host.courses.values()].filter((one) => one.related_record === course);
    expect(paid).toHaveLength(2);
    expect(await rows()).toEqual([]);
  });

  it('a change may become a new record, of its own', async () => {
    device.host.next({ status: 404, body: { detail: 'Not found.' } });
    const change = { id: newMutationId(), resource: 'student', kind: 'update', recordId: student } as const;
    await tab.enqueue({ ...change, body: { name: 'Mona A.' }, before: { id: student, name: 'Mona' } });
    await drained();
    await replaceAndSend(change.id, { kind: 'create', body: { name: 'Mona A.' } });
    const [row] = await rows();
    expect(row?.operation.kind).toBe('create');
    expect(isTemporaryId(row?.operation.recordId)).toBe(true);
    expect(row).not.toHaveProperty('before.name');
    await drained();
    expect([...device.host.students.values()].map(({ name }) => name).sort()).toEqual(['Mona', 'Mona A.']);
  });

  it('is not taken for one that may have arrived', async () => {
    const write = newInstallment(course, '500.00');
    device.host.next('drop-after');
    await tab.enqueue(write);
    await drained();
    await expect(replaceAndSend(write.id, { kind: 'create', body: {} })).rejects.toThrow('may have reached');
  });
});

describe('a corrected form that is refused again', () => {
  it('leaves its entry in the outbox, and its next try puts that one right', async () => {
    const write = await refused();
    const form = await reopen(write.id);
    const again = await save({ ...form, body: { ...form.body, paid_amount: '400.00' } });
    expect(again).toMatchObject({ outcome: 'refused' });
    expect(await rows()).toMatchObject([{ state: 'rejected', body: { paid_amount: '400.00' } }]);
    const last = await save({ ...form, id: newMutationId(), body: { ...form.body, paid_amount: '300.00' } });
    expect(last).toMatchObject({ outcome: 'saved' });
    expect(await rows()).toEqual([]);
  });
});

describe('settled on a person’s word', () => {
  async function unknown(write: Mutation): Promise<void> {
    device.host.idempotent = false;
    await outboxDb().facts.clear();
    device.host.next('drop-after');
    await tab.enqueue(write);
    await drained();
    await drained();
    expect(await rows()).toMatchObject([{ state: 'unknown', asksPerson: true }]);
  }

  it('it is done with the record that was seen, and what waits for it goes on there', async () => {
    const write = newStudent('Omar');
    await unknown(write);
    await tab.enqueue(newCourse(temporaryId(write.id), '100.00', '0.00'));
    const made = [...device.host.students.values()].find(({ name }) => name === 'Omar');
    const seen = { ...made, id: String(made?.id) };
    await markAsDone(write.id, seen);
    await drained();
    expect(await rows()).toEqual([]);
    expect([...device.host.students.values()].filter(({ name }) => name === 'Omar')).toHaveLength(1);
    expect([...device.host.courses.values()].at(-1)).toMatchObject({ student: seen.id });
    expect((await stored(tab.owner)).find(({ id }) => id === write.id)).toMatchObject({
      state: 'done',
      result: seen,
    });
  });

  it('one that is gone already is done without a record', async () => {
    device.host.next({ status: 404, body: { detail: 'Not found.' } });
    const write = {
      id: newMutationId(),
      resource: 'student',
      kind: 'delete',
      recordId: student,
      body: {},
    } as const;
    await tab.enqueue(write);
    await drained();
    await markAsDone(write.id);
    expect(await rows()).toEqual([]);
  });

  it('what is under way is not', async () => {
    const write = newStudent('Omar');
    await tab.enqueue(write);
    await outboxDb().outbox.where('id').equals(write.id).modify({ state: 'sending' });
    await expect(markAsDone(write.id, { id: 's9' })).rejects.toThrow('being sent right now');
    await expect(discard(write.id, { reason: 'mistake' })).rejects.toThrow('being sent right now');
  });
});
