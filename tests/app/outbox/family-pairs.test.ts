import { describe, expect, it } from 'vitest';
import { withPendingPairs } from '#app/features/take-payment/use-family-debts.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { sendLostAgain } from '#app/outbox/recovery/actions.ts';
import { compareAfterRestore } from '#app/outbox/sender/after-restore.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import { FAMILY } from '#contract/resource-names.ts';
import { device, stored, tab, withDevice } from './device.ts';
import { entriesFor } from './entries.ts';
import { create, newStudent } from './mutations.ts';

const mona = { id: 's1', name: 'Mona' };
const omar = { id: 's2', name: 'Omar' };
const ali = { id: 's3', name: 'Ali' };
const pair = (student: { id: string }, other: { id: string }, together: boolean): Mutation =>
  create(
    FAMILY,
    { student: student.id, other: other.id, together },
    {
      referenced: { student: { ...student }, other: { ...other } },
    },
  );

withDevice();
const all = () => stored(tab.owner);
const raise = (): never => {
  throw new Error('No entry');
};

describe('a decision about a family', () => {
  it('shows at once: who was put together joins, who was taken apart leaves', () => {
    const shown = (...mutations: Parameters<typeof entriesFor>) => {
      const { members, added } = withPendingPairs('s1', [mona, omar], entriesFor(...mutations), {
        began: 100,
        ended: 110,
      });
      return [members.map(({ name }) => name).join(), [...added].join()];
    };
    expect(shown()).toEqual(['Mona,Omar', '']);
    expect(shown(pair(mona, ali, true))).toEqual(['Mona,Omar,Ali', 's3']);
    expect(shown(pair(ali, omar, true))).toEqual(['Mona,Omar,Ali', 's3']);
    expect(shown(pair(omar, mona, false))).toEqual(['Mona', '']);
    expect(shown(pair(mona, ali, true), pair(mona, ali, false))[0]).toBe('Mona,Omar');
    expect(shown([pair(mona, ali, true), { state: 'rejected' }])[0]).toBe('Mona,Omar');
    // What the read contains already is not laid over it once more.
    const before = { state: 'done', firstSentAt: 20, acknowledgedAt: 30 } as const;
    expect(shown([pair(mona, omar, false), before])[0]).toBe('Mona,Omar');
  });

  it('made offline waits for a new student, is sent in its order, and each once', async () => {
    device.server.offline = true;
    const student = newStudent('Zeinab');
    await tab.enqueue(student);
    const zeinab = { id: student.id, name: 'Zeinab' };
    const together = pair(mona, zeinab, true);
    const apart = pair(zeinab, mona, false);
    await tab.enqueue(together);
    await tab.enqueue(together);
    await tab.enqueue(apart);
    expect((await all()).slice(1).map(({ dependsOn }) => dependsOn)).toEqual([
      [student.id],
      [student.id, together.id],
    ]);
    expect((await all()).slice(1).map(describeEntry)).toEqual([
      'Sibling added · Mona, Zeinab',
      'Sibling removed · Zeinab, Mona',
    ]);
    device.server.offline = false;
    device.server.next('drop-after', ({ path }) => path === '/families/');
    await tab.send();
    await tab.send();
    const [id] = device.server.students.keys();
    expect((await all()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect([...(device.server.others.get('families')?.values() ?? [])]).toMatchObject([
      { student: 's1', other: id, together: true },
      { student: id, other: 's1', together: false },
    ]);
  });

  it('that a restore has undone is offered again under its key, the last one about each two, and with the student it names', async () => {
    device.server.generation = 'g1';
    const [one, two, three] = [newStudent('Mona'), newStudent('Omar'), newStudent('Ali')];
    for (const student of [one, two, three]) await tab.enqueue(student);
    await tab.send();
    const [m = '', o = '', a = ''] = device.server.students.keys();
    const kept = pair({ id: m }, { id: a }, true);
    await tab.enqueue(kept);
    await tab.send();
    const restore = device.server.backUp();
    const late = newStudent('Nour');
    await tab.enqueue(late);
    await tab.send();
    const n = [...device.server.students.keys()].at(-1) ?? '';
    const withLate = pair({ id: o }, { id: n }, true);
    const apart = pair({ id: a }, { id: m }, false);
    const undone = pair({ id: m }, { id: o }, true);
    const holds = pair({ id: o }, { id: m }, false);
    for (const decision of [withLate, apart, undone, holds]) {
      await tab.enqueue(decision);
      await tab.send();
    }
    expect((await all()).map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'done'));
    restore();
    await compareAfterRestore(tab.db, tab.owner);
    const offered = (await all()).filter(({ lostInRestore }) => lostInRestore);
    expect(offered.map(({ id }) => id)).toEqual([late.id, withLate.id, apart.id, holds.id]);
    expect(offered[1]).toMatchObject({
      body: { student: o, other: late.id },
      dependsOn: [late.id],
    });
    expect(cardOf(offered[2] ?? raise())).toMatchObject({
      title: 'Lost in a restore of the server',
      actions: [{ kind: 'send-again' }, { kind: 'send-all-lost' }],
    });
    await sendLostAgain();
    await tab.send();
    await tab.send();
    const again = [...device.server.students.keys()].at(-1);
    expect([...(device.server.others.get('families')?.values() ?? [])].slice(1)).toMatchObject([
      { student: a, other: m, together: false },
      { student: o, other: m, together: false },
      { student: o, other: again, together: true },
    ]);
  });

  it('that is refused is a card that recommends to discard it', () => {
    const [entry] = entriesFor([
      pair(mona, ali, true),
      { state: 'rejected', lastStatus: 400, lastError: 'This student does not exist.' },
    ]);
    if (!entry) throw new Error('No entry');
    expect(cardOf(entry)).toMatchObject({
      title: 'A family was not changed',
      instruction: expect.stringContaining('No money depends on it.'),
      actions: [{ kind: 'send-again' }],
      recommendsDiscard: true,
    });
  });
});
