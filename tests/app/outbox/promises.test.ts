import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { replaceAndSend } from '#app/outbox/recovery/actions.ts';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import { advanceUntil, device, sendByItself, stored, tab, withDevice } from './device.ts';
import { create } from './mutations.ts';

const promise = {
  ...{ id: 'p1', version: 1, student: 's1', due_day: '2026-11-20', amount: '300.00', notes: null },
  ...{ withdrawn_on: null, created_at: '2026-11-05T08:00:00Z' },
};

withDevice(() => {
  device.server.others.set('promises', new Map([['p1', promise]]));
  sendByItself();
});

const onServer = () => device.server.others.get('promises') ?? new Map<string, RecordRow>();
const change = (body: Mutation['body'], before: RecordRow = promise): Mutation =>
  create('promise', body, { kind: 'update', recordId: 'p1', before });
async function changeAfter(
  elsewhere: Partial<typeof promise> | { withdrawn_on: string },
  mutation: Mutation,
) {
  device.server.changeElsewhere(onServer(), 'p1', elsewhere);
  await tab.enqueue(mutation);
  await tab.send();
  const [entry] = await stored(tab.owner);
  if (!entry) throw new Error('Nothing is stored');
  return entry;
}

describe('79 two changes of one promise', () => {
  it('79 a promise that was moved here and withdrawn there needs the user, who can keep it', async () => {
    const moved = change({ ...promise, due_day: '2026-11-30' });
    const entry = await changeAfter({ withdrawn_on: '2026-11-06' }, moved);
    expect(entry).toMatchObject({ state: 'rejected', changedMeanwhile: { current: { id: 'p1' } } });
    expect(onServer().get('p1')).toMatchObject({ due_day: '2026-11-20', withdrawn_on: '2026-11-06' });
    const { actions } = cardOf(entry);
    expect(actions.map(({ kind }) => kind)).toEqual(['replace', 'keep-theirs', 'edit']);
    const [mine] = actions;
    if (mine?.kind !== 'replace') throw new Error('It cannot be kept');
    await advanceUntil(replaceAndSend(entry.id, mine.replacement));
    await tab.send();
    expect(onServer().get('p1')).toMatchObject({ due_day: '2026-11-30', withdrawn_on: null });
  });

  it('79 a promise that was withdrawn here and moved there needs the user', async () => {
    const { notes: _, created_at: __, version: ___, ...shown } = promise;
    const entry = await changeAfter({ due_day: '2026-11-30' }, change({ withdrawn_on: '2026-11-06' }, shown));
    expect(entry).toMatchObject({
      state: 'rejected',
      changedMeanwhile: {
        conflicts: {
          due_day: { base: '2026-11-20', yours: '2026-11-20', now: '2026-11-30' },
          withdrawn_on: { base: null, yours: '2026-11-06', now: null },
        },
      },
    });
    expect(onServer().get('p1')).toMatchObject({ due_day: '2026-11-30', withdrawn_on: null });
  });

  it('79 notes are merged with either, and the same change twice is no conflict', async () => {
    const noted = await changeAfter({ withdrawn_on: '2026-11-06' }, change({ ...promise, notes: 'Called' }));
    expect(noted.state).toBe('done');
    expect(onServer().get('p1')).toMatchObject({ notes: 'Called', withdrawn_on: '2026-11-06' });
    await tab.enqueue(change({ withdrawn_on: '2026-11-06' }));
    await tab.send();
    expect((await stored(tab.owner)).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('79 a plain host is compared on the device', async () => {
    device.server.merges = false;
    await tab.db.facts.put({ key: 'merges b1/mona', value: false });
    const moved = change({ ...promise, due_day: '2026-11-30' });
    const entry = await changeAfter({ withdrawn_on: '2026-11-06' }, moved);
    expect(entry).toMatchObject({ state: 'rejected', lastStatus: 409 });
    expect(onServer().get('p1')).toMatchObject({ due_day: '2026-11-20' });
  });
});
