import { describe, expect, it } from 'vitest';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import { RECEIPT_PRINT } from '#contract/resource-names.ts';
import { device, stored, tab, withDevice } from './device.ts';
import { create, newStudent } from './mutations.ts';

withDevice();

const printOf = (resource: string, record: string): Mutation =>
  create(
    RECEIPT_PRINT,
    { resource, record },
    { referenced: { record: { id: record, receipt_number: '1213', student_data: { name: 'Mona' } } } },
  );
const all = () => stored(tab.owner);

describe('a print of a receipt', () => {
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
