import { expect, it, vi } from 'vitest';
import { discard } from '#app/outbox/recovery/actions.ts';
import { discardedBy, pruneDiscarded } from '#app/outbox/store/discarded.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { rememberAnswers, stored, tab, withDevice } from './device.ts';
import { newStudent, removalUnseen } from './mutations.ts';

const DAY = 24 * 60 * 60 * 1000;

withDevice(async () => {
  await outboxDb().discarded.clear();
});

const discarded = () => discardedBy(outboxDb(), tab.owner);

it('a discarded entry leaves the outbox and stays visible with content, reason, user and time', async () => {
  rememberAnswers(undefined, { email: 'mona@example.org', first_name: 'Mona', last_name: 'Adel' });
  const mutation = newStudent('Omar');
  await tab.enqueue(mutation);
  await discard(mutation.id, { reason: 'other', words: 'Came twice' });

  expect(await stored(tab.owner)).toEqual([]);
  expect(await discarded()).toMatchObject([
    {
      reason: 'other',
      words: 'Came twice',
      by: 'Mona Adel',
      at: Date.now(),
      row: { body: { name: 'Omar' } },
    },
  ]);
});

it('a record that is deleted before it was sent is kept among the discarded', async () => {
  const mutation = newStudent('Omar');
  const made = await tab.enqueue(mutation);
  const recordId = made.outcome === 'stored' ? made.recordId : '';
  await tab.enqueue(removalUnseen('student', recordId));
  expect(await discarded()).toMatchObject([{ reason: 'deleted', row: { body: { name: 'Omar' } } }]);
});

it('an unreadable entry is kept unchanged after a discard', async () => {
  await outboxDb().outbox.put({ seq: 77, id: 'odd', ownerId: 'mona', branchId: 'b1', junk: true } as never);
  await discard('odd', { reason: 'mistake' });
  expect((await outboxDb().discarded.toArray())[0]?.row).toMatchObject({ id: 'odd', junk: true });
  expect(await discarded()).toMatchObject([{ row: { quarantined: 'unreadable' } }]);
});

it('a discarded entry is not visible to another user or another branch', async () => {
  const mutation = newStudent('Omar');
  await tab.enqueue(mutation);
  await discard(mutation.id, { reason: 'twice' });
  expect(await discardedBy(outboxDb(), { ownerId: 'sami', branchId: 'b1' })).toEqual([]);
  expect(await discardedBy(outboxDb(), { ownerId: 'mona', branchId: 'b2' })).toEqual([]);
});

it('an entry that cannot be stored as discarded stays in the outbox', async () => {
  const mutation = newStudent('Omar');
  await tab.enqueue(mutation);
  const full = new DOMException('Full', 'QuotaExceededError');
  const add = vi.spyOn(outboxDb().discarded, 'bulkAdd').mockRejectedValue(full);
  await expect(discard(mutation.id, { reason: 'twice' })).rejects.toThrow();
  add.mockRestore();
  expect(await stored(tab.owner)).toHaveLength(1);
  expect(await discarded()).toEqual([]);
});

it('a discarded entry is deleted after 60 days, not before', async () => {
  const mutation = newStudent('Omar');
  await tab.enqueue(mutation);
  await discard(mutation.id, { reason: 'twice' });
  await pruneDiscarded(outboxDb(), Date.now() + 60 * DAY);
  expect(await discarded()).toHaveLength(1);
  await pruneDiscarded(outboxDb(), Date.now() + 60 * DAY + 1);
  expect(await discarded()).toEqual([]);
});
