import { describe, expect, it } from 'vitest';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { discard, markAsDone, reopen, replaceAndSend } from '#app/outbox/recovery/actions.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { advanceUntil, device, save, sendByItself, stored, tab, withDevice } from './device.ts';
import { newCourse, newInstallment, newStudent, removalUnseen } from './mutations.ts';

let student: string;
let course: string;

const savedId = async (mutation: Mutation) => {
  const outcome = await save(mutation);
  return outcome.outcome === 'saved' ? (outcome.record?.id ?? '') : '';
};
const pending = async () => (await stored(tab.owner)).filter(({ state }) => state !== 'done');
const sendAll = () => advanceUntil(tab.send());

withDevice(async () => {
  sendByItself();
  student = await savedId(newStudent('Mona'));
  course = await savedId(newCourse(student, '3000.00', '1000.00'));
});

/** Creates a rejected entry: saved offline, while another device took 1,700 of the 2,000 that remained. */
async function rejected(paid = '500.00'): Promise<Mutation> {
  const mutation = newInstallment(course, paid);
  await tab.enqueue(mutation);
  device.server.courses.set('c99', {
    id: 'c99',
    related_record: course,
    is_installment: true,
    paid_amount: '1700.00',
  });
  await sendAll();
  expect(await pending()).toMatchObject([{ state: 'rejected', problems: [{ field: 'paid_amount' }] }]);
  return mutation;
}

describe('replaceAndSend', () => {
  it('keeps the replacement in the outbox if it is rejected as well', async () => {
    const mutation = await rejected();
    await replaceAndSend(mutation.id, { kind: 'create', body: { ...mutation.body, paid_amount: '400.00' } });
    await sendAll();
    expect(await pending()).toMatchObject([{ state: 'rejected', body: { paid_amount: '400.00' } }]);
  });

  it('records the replacement once for a double tap, with its own key', async () => {
    const mutation = await rejected();
    const replacement = { kind: 'create', body: { ...mutation.body, paid_amount: '300.00' } } as const;
    const taps = await Promise.allSettled([
      replaceAndSend(mutation.id, replacement),
      replaceAndSend(mutation.id, replacement),
    ]);
    await sendAll();
    expect(taps.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(device.server.timesApplied.has(mutation.id)).toBe(false);
    const paid = [...device.server.courses.values()].filter((one) => one.related_record === course);
    expect(paid.map((one) => one.paid_amount).sort()).toEqual(['1700.00', '300.00']);
    expect(await pending()).toEqual([]);
  });

  it('can replace an update with a create of another record', async () => {
    device.server.next({ status: 404, body: { detail: 'Not found.' } });
    const change = { id: newMutationId(), resource: 'student', kind: 'update', recordId: student } as const;
    await tab.enqueue({ ...change, body: { name: 'Mona A.' }, before: { id: student, name: 'Mona' } });
    await sendAll();
    await replaceAndSend(change.id, { kind: 'create', body: { name: 'Mona A.' } });
    const [entry] = await pending();
    expect(entry?.operation.kind).toBe('create');
    expect(entry?.operation.recordId).toBe(entry?.id);
    expect(entry).not.toHaveProperty('before.name');
    await sendAll();
    expect([...device.server.students.values()].map(({ name }) => name).sort()).toEqual(['Mona', 'Mona A.']);
  });

  it('refuses to replace an entry that may have reached the server', async () => {
    const mutation = newInstallment(course, '500.00');
    device.server.next('drop-after');
    await tab.enqueue(mutation);
    await sendAll();
    await expect(replaceAndSend(mutation.id, { kind: 'create', body: {} })).rejects.toThrow(
      'may have reached',
    );
  });
});

describe('a corrected form that is rejected again', () => {
  it('leaves its entry in the outbox, and its next save replaces that entry', async () => {
    const mutation = await rejected();
    const form = await reopen(mutation.id);
    const again = await save({ ...form, body: { ...form.body, paid_amount: '400.00' } });
    expect(again).toMatchObject({ outcome: 'rejected' });
    expect(await pending()).toMatchObject([{ state: 'rejected', body: { paid_amount: '400.00' } }]);
    const last = await save({ ...form, id: newMutationId(), body: { ...form.body, paid_amount: '300.00' } });
    expect(last).toMatchObject({ outcome: 'saved' });
    expect(await pending()).toEqual([]);
  });
});

describe('markAsDone', () => {
  async function createUnknown(mutation: Mutation): Promise<void> {
    device.server.idempotent = false;
    await outboxDb().facts.clear();
    device.server.next('drop-after');
    await tab.enqueue(mutation);
    await sendAll();
    await sendAll();
    expect(await pending()).toMatchObject([{ state: 'unknown', asksPerson: true }]);
  }

  it('settles the entry, and its dependents are sent', async () => {
    const mutation = newStudent('Omar');
    await createUnknown(mutation);
    await tab.enqueue(newCourse(mutation.id, '100.00', '0.00'));
    await markAsDone(mutation.id);
    await sendAll();
    expect(await pending()).toEqual([]);
    expect([...device.server.students.values()].filter(({ name }) => name === 'Omar')).toHaveLength(1);
    expect([...device.server.courses.values()].at(-1)).toMatchObject({ student: mutation.id });
  });

  it('marks a delete as done without a record', async () => {
    device.server.next({ status: 404, body: { detail: 'Not found.' } });
    const mutation = removalUnseen('student', student);
    await tab.enqueue(mutation);
    await sendAll();
    await markAsDone(mutation.id);
    expect(await pending()).toEqual([]);
  });

  it('refuses an entry that is being sent, as discard does', async () => {
    const mutation = newStudent('Omar');
    await tab.enqueue(mutation);
    await outboxDb().outbox.where('id').equals(mutation.id).modify({ state: 'sending' });
    await expect(markAsDone(mutation.id)).rejects.toThrow('being sent right now');
    await expect(discard(mutation.id, { reason: 'mistake' })).rejects.toThrow('being sent right now');
  });
});
