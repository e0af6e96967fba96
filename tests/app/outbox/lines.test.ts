import { beforeEach, describe, expect, it } from 'vitest';
import { readEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { replaceAndSend } from '#app/outbox/recovery/actions.ts';
import { pendingMoney } from '#app/reads/figures.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import { lineId } from '#contract/ids.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { pickedName } from '#contract/writes/lines.ts';
import { device, stored, tab, withDevice } from './device.ts';
import { entriesFor, pageRead } from './entries.ts';
import { newCollection, newCourse, newInstallment, newStudent, removalUnseen } from './mutations.ts';

const courses = resourceOf('adult-course');
const student = (name: string) => ({ student: 's1', student_data: { id: 's1', name } });
const shown = (id: string, left: string, name = 'Mona') => ({
  id,
  ...student(name),
  price: '900.00',
  paid_amount: '0.00',
  remaining_amount: left,
});
const picked = (...debts: { id: string }[]) => ({
  referenced: Object.fromEntries(debts.map((debt, index) => [pickedName(index), debt])),
});

describe('the overlay of a write with lines', () => {
  const debts = [shown('c1', '300.00'), shown('c2', '200.00', 'Omar')];
  const mutation = newCollection({ c1: '100.00', c2: '50.00' }, picked(...debts));

  it('lays every line over lists, debts and figures', () => {
    const entries = entriesFor(mutation);
    const { rows, count } = overlayPage(courses, pageRead(debts), entries, {});
    expect(count).toBe(4);
    expect(rows.map(({ record }) => record)).toMatchObject([
      { is_installment: true, related_record: 'c2', paid_amount: '50.00', student_data: { name: 'Omar' } },
      { is_installment: true, related_record: 'c1', paid_amount: '100.00', receipt_number: '1213' },
      { id: 'c1', remaining_amount: '200.00' },
      { id: 'c2', remaining_amount: '150.00' },
    ]);
    expect(rows.map(({ pending }) => pending?.outboxId)).toEqual([
      mutation.id,
      mutation.id,
      undefined,
      undefined,
    ]);
    expect(pendingMoney(withLines(entries))).toMatchObject({ received: 15_000n, count: 1 });
    expect(entries.map(describeEntry)).toEqual([
      'Payment of 2 debts · Mona, Omar · L.E. 150.00 · receipt 1213',
    ]);
  });

  it('49 refetch before ack: counts every line once, whatever the order of read and acknowledgement', () => {
    const payment = (place: number, related_record: string, paid_amount: string) => ({
      resource: 'adult-course',
      record: {
        ...shown(lineId(mutation.id, place), '0'),
        ...{ remaining_amount: null, is_installment: true, related_record, paid_amount, notes: 'Answered' },
      },
    });
    const records = [payment(0, 'c1', '100.00'), payment(1, 'c2', '50.00')];
    const done = (acknowledgedAt: number) =>
      entriesFor([mutation, { state: 'done', firstSentAt: acknowledgedAt - 5, acknowledgedAt, records }]);
    const left = (entries: ReturnType<typeof done>, ...rows: typeof debts) =>
      overlayPage(courses, pageRead(rows), entries, {}).rows.map(({ record }) => record.remaining_amount);
    expect(left(done(95), ...debts)).toEqual(['300.00', '200.00']);
    expect(left(done(210), ...debts)).toEqual([null, null, '200.00', '150.00']);
    expect(overlayPage(courses, pageRead(debts), done(210), {}).rows[1]?.record.notes).toBe('Answered');
  });

  it('keeps an entry with lines that this build does not know', () => {
    const [entry] = entriesFor(mutation);
    const payments = [{ resource: 'piano', related_record: '1', paid_amount: '5.00' }];
    expect(readEntry({ ...entry, body: { ...entry?.body, payments } })).toMatchObject({
      state: 'blocked',
      quarantined: 'unknown-operation',
    });
  });
});

describe('a write with lines', () => {
  withDevice();
  const all = () => stored(tab.owner);
  const courseIds = () =>
    [...device.server.courses.values()].filter((one) => !one.is_installment).map(({ id }) => String(id));
  const paid = () =>
    [...device.server.courses.values()].flatMap((one) =>
      one.is_installment ? [String(one.paid_amount)] : [],
    );
  const create = async (mutation: Mutation) => {
    await tab.enqueue(mutation);
    return mutation.id;
  };

  beforeEach(async () => {
    const mona = await create(newStudent('Mona'));
    await create(newCourse(mona, '300.00', '0.00'));
    await create(newCourse(mona, '200.00', '0.00'));
    await tab.send();
  });

  it('waits for every record that its lines pay for, and is sent once with their ids', async () => {
    device.server.offline = true;
    const omar = await create(newStudent('Omar'));
    const course = await create(newCourse(omar, '500.00', '0.00'));
    const [first = ''] = courseIds();
    await create(newCollection({ [first]: '10.00', [course]: '20.00' }));
    device.server.offline = false;
    device.server.next('drop-after', ({ path }) => path === '/collections/');
    await tab.send();
    expect(paid()).toEqual(['10.00', '20.00']);
    await tab.send();
    expect((await all()).map(({ state }) => state)).toEqual((await all()).map(() => 'done'));
    expect(paid()).toEqual(['10.00', '20.00']);
    expect([...(device.server.others.get('collections')?.keys() ?? [])]).toHaveLength(1);
  });

  it('is sent before a later change of what it pays for, which cannot be deleted before', async () => {
    device.server.offline = true;
    const omar = await create(newStudent('Omar'));
    const course = await create(newCourse(omar, '500.00', '0.00'));
    const [first = ''] = courseIds();
    const collection = newCollection({ [first]: '10.00', [course]: '20.00' });
    await create(collection);
    const change = { kind: 'update', resource: 'adult-course', id: crypto.randomUUID() } as const;
    const before = shown(first, '300.00');
    await tab.enqueue({ ...change, recordId: first, before, body: { ...before, price: '400.00' } });
    expect((await all()).at(-1)?.dependsOn).toEqual([collection.id]);
    const removed = await tab.enqueue({
      ...change,
      id: crypto.randomUUID(),
      kind: 'delete',
      recordId: course,
      body: {},
    });
    expect(removed).toMatchObject({ outcome: 'rejected' });
  });

  it('does not let one of its payments be changed before it is sent, and then as any other', async () => {
    const [first = '', second = ''] = courseIds();
    device.server.offline = true;
    const collection = newCollection({ [first]: '10.00', [second]: '20.00' });
    await create(collection);
    const recordId = lineId(collection.id, 1);
    const remove: Mutation = removalUnseen('adult-course', recordId);
    expect(await tab.enqueue(remove)).toMatchObject({
      outcome: 'rejected',
      detail: expect.stringContaining('paid together with others'),
    });
    device.server.offline = false;
    await tab.send();
    await tab.enqueue({ ...remove, id: crypto.randomUUID() });
    await tab.send();
    expect(paid()).toEqual(['10.00']);
  });

  it('is refused as a whole: one card that takes what remains of the debt, one tap to send', async () => {
    const [first = '', second = ''] = courseIds();
    await create(newInstallment(first, '250.00'));
    await create(
      newCollection(
        { [first]: '120.00', [second]: '30.00' },
        picked(shown(first, '300.00'), shown(second, '200.00', 'Omar')),
      ),
    );
    await tab.send();
    expect(paid()).toEqual(['250.00']);
    const entry = (await all()).at(-1);
    expect(entry).toMatchObject({
      state: 'rejected',
      problems: [{ field: 'payments.0.paid_amount', message: 'Only 50.00 remains.' }],
    });
    if (!entry) return;
    const { actions, columns } = cardOf(entry);
    expect(columns[0]?.groups.map(([row]) => [row?.field.label, row?.record.paid_amount])).toEqual([
      ['Mona, Adult Courses', '120.00'],
      ['Omar, Adult Courses', '30.00'],
    ]);
    const [take] = actions;
    if (take?.kind !== 'replace') throw new Error('The first action sends what remains');
    expect(take.label).toBe('Take L.E. 50.00 instead');
    await replaceAndSend(entry.id, take.replacement);
    await tab.send();
    expect(paid()).toEqual(['250.00', '50.00', '30.00']);
  });
});
