import { describe, expect, it } from 'vitest';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { compareAfterRestore } from '#app/outbox/sender/after-restore.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import { RECEIPT_PRINT } from '#contract/resource-names.ts';
import {
  create,
  device,
  newCollection,
  newCourse,
  newInstallment,
  newStudent,
  stored,
  tab,
  withDevice,
} from './device.ts';

withDevice();

const printOf = (resource: string, record: string): Mutation =>
  create(
    RECEIPT_PRINT,
    { resource, record },
    { referenced: { record: { id: record, receipt_number: '1213', student_data: { name: 'Mona' } } } },
  );
const prints = () => [...(device.server.others.get('receipt-prints')?.values() ?? [])];
const all = () => stored(tab.owner);

describe('a print of a receipt', () => {
  it('that a restore has undone together with its payment names that payment again', async () => {
    device.server.generation = 'g1';
    const student = newStudent('Mona');
    await tab.enqueue(student);
    await tab.enqueue(newCourse(student.id, '900.00', '0.00'));
    await tab.send();
    await tab.send();
    const restore = device.server.backUp();
    const [course = ''] = device.server.courses.keys();
    const [installment, collection] = [
      newInstallment(course, '50.00'),
      newCollection({ [course]: '100.00' }),
    ];
    for (const [payment, name] of [
      [installment, 'adult-course'],
      [collection, 'collection'],
    ] as const) {
      await tab.enqueue(payment);
      await tab.enqueue(printOf(name, payment.id));
      await tab.send();
      await tab.send();
    }
    expect(prints()).toHaveLength(2);
    restore();
    await compareAfterRestore(tab.db, tab.owner);
    const offered = (await all()).filter(({ lostInRestore }) => lostInRestore);
    expect(offered.map(({ body }) => body.record)).toEqual([
      undefined,
      installment.id,
      undefined,
      collection.id,
    ]);
    expect(offered[3]?.dependsOn).toEqual([collection.id]);
  });

  it('that is refused is a card with its name, and holds back no payment', async () => {
    await tab.enqueue(printOf('adult-course', '7'));
    device.server.next(
      { status: 400, body: { record: ['This does not exist.'] } },
      ({ path }) => path === '/receipt-prints/',
    );
    await tab.send();
    const [entry] = await all();
    if (!entry) throw new Error('The entry is gone');
    expect(entry.state).toBe('rejected');
    expect(describeEntry(entry)).toBe('Receipt printed · Mona · receipt 1213');
    expect(cardOf(entry)).toMatchObject({
      title: 'This print was not counted',
      recommendsDiscard: true,
      actions: [{ kind: 'send-again' }],
    });
    const student = newStudent('Omar');
    await tab.enqueue(student);
    await tab.send();
    expect((await all()).find(({ id }) => id === student.id)?.state).toBe('done');
  });
});
