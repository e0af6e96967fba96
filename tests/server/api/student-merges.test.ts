import { describe, expect, it } from 'vitest';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { merged, mergePath, mergeUndone, studentMerges, undoMergePath } from '#contract/student-merges.ts';
import { courses, installment, payouts, stock, storedLines, students } from './bodies.ts';
import { debtsBothWays } from './recomputed-debts.ts';
import { withBranch } from './with-server.ts';

let mona: string;
let twin: string;
let course: string;
let payout: string;

const { server, client, factory } = withBranch(async () => {
  await client.create('/month/', { name: 'March' });
  const none = { phone: '', father_phone: '', mother_phone: '' };
  mona = (await client.create(students, factory.student({ ...none, name: 'Mona Adel', phone: '0100' }))).id;
  twin = (await client.create(students, factory.student({ ...none, name: 'منى عادل', address: 'Giza' }))).id;
  await enrol('bus', mona);
  course = (await enrol('adult-course', twin)).id;
  payout = (
    await client.create(payouts, factory.bookPayout(await stock(client, 5), twin, { paid_amount: '0' }))
  ).id;
});

const enrol = (kind: ResourceName, student: string) =>
  client.create(
    resourceOf(kind).path,
    factory.enrolment(kind, student, { price: '500', paid_amount: '100' }),
  );
const pay = (related: string, path = courses) => client.create(path, installment(related, '50'));
const merge = (given: object = {}) => client.send('POST', mergePath(mona), { other: twin, ...given });
const undo = () => client.send('POST', undoMergePath(mona), { other: twin });
const expectExactDebts = async () => {
  const { listed, real } = await debtsBothWays(client, server.clock.now);
  expect(listed).toEqual(real);
};
const recordsOf = async (student: string) => {
  const counts = [courses, '/bus/', payouts].map(
    async (path) => (await client.listAll(`${path}?student=${student}`)).length,
  );
  return Promise.all(counts);
};

describe('a merge of two students', () => {
  it('moves every record with its payments, takes over the named fields, and changes no figure', async () => {
    await pay(course);
    const promise = await client.create('/promises/', factory.promise(twin));
    await client.create('/reminders/', factory.reminder(twin));
    const collection = await client.create('/collections/', {
      receipt_number: '9',
      payments: [
        { resource: 'adult-course', related_record: course, paid_amount: '10' },
        { resource: 'book-payout', related_record: payout, paid_amount: '5' },
      ],
    });
    await client.send('POST', '/month/end-undo/', { expect: 'running' });
    const months = await client.listAll('/month/');
    const before = (await client.get(`${students}${mona}/`)).body;
    const answer = await merge({ take: ['address', 'phone'], version: before.version });
    expect(answer.status).toBe(200);
    const { student, moved } = merged.parse(answer.body);
    expect(student).toMatchObject({ id: mona, name: 'Mona Adel', address: 'Giza' });
    expect([student.phone ?? '', moved]).toEqual(['', 5]);
    expect(await recordsOf(mona)).toEqual([3, 1, 2]);
    expect((await client.get(`/promises/${promise.id}/`)).body.student).toBe(mona);
    expect((await client.get(`/debts/${mona}/`)).body).toMatchObject({ promises: [{}], reminders: [{}] });
    expect(await recordsOf(twin)).toEqual([0, 0, 0]);
    expect((await client.get(`${students}${twin}/`)).status).toBe(404);
    expect(await client.listAll('/month/')).toEqual(months);
    expect(storedLines((await client.get(`/collections/${collection.id}/`)).body)).toMatchObject({
      total: '15.00',
      payments: [{ student: mona }, { student: mona }],
    });
    expect((await client.get(`/history/?resource=student&record=${twin}`)).body).toMatchObject({
      results: [{ action: 'deleted', note: expect.stringMatching(/^Merged into Mona Adel, S-/) }, {}],
    });
    expect((await client.listAll(`${students}?search=Mona`)).map(({ id }) => id)).toEqual([mona]);
    await expectExactDebts();
  });

  it('is undone with everything as it was, also a merge before it', async () => {
    const third = (await client.create(students, factory.student({ name: 'Third' }))).id;
    await client.send('POST', '/families/', { student: twin, other: third, together: true });
    await client.send('POST', mergePath(twin), { other: third });
    const reminder = await client.create('/reminders/', factory.reminder(twin));
    const shown = async () => [
      await Promise.all([mona, twin].map(async (id) => (await client.get(`${students}${id}/`)).body)),
      await Promise.all([mona, twin].map(recordsOf)),
      (await client.get(`/families/?student=${twin}`)).body.students,
    ];
    const withoutVersions = (value: unknown) => JSON.stringify(value).replace(/"version":\d+/g, '');
    const before = withoutVersions(await shown());
    await merge({ take: ['name', 'address'] });
    expect(studentMerges.parse((await client.get(mergePath(twin))).body).merged_into).toMatchObject({
      id: mona,
    });
    const { merges } = studentMerges.parse((await client.get(mergePath(mona))).body);
    expect(merges.map(({ id, undoable }) => [id, undoable])).toEqual([
      [twin, true],
      [third, false],
    ]);
    expect((await client.get(`/families/?student=${third}`)).body.students).toMatchObject([{ id: mona }]);
    const answer = await undo();
    expect(answer.status).toBe(200);
    expect(mergeUndone.parse(answer.body)).toMatchObject({ student: { id: mona }, other: { id: twin } });
    expect(withoutVersions(await shown())).toBe(before);
    expect((await undo()).body).toEqual({ other: [expect.stringContaining('undone already')] });
    expect((await client.get(`/reminders/${reminder.id}/`)).body.student).toBe(twin);
    expect((await client.send('POST', undoMergePath(twin), { other: third })).status).toBe(409);
    await expectExactDebts();
  });

  it.each([
    ['a payment', () => pay(course)],
    ['an enrolment', () => enrol('bus', mona)],
    ['a change of the student', () => client.send('PATCH', `${students}${mona}/`, { phone: '0111' })],
    ['a change of a record', () => client.send('PATCH', `${courses}${course}/`, { notes: 'x' })],
    ['a delete', () => client.send('DELETE', `${payouts}${payout}/`)],
  ])('is not undone after %s, and says why', async (_what, write) => {
    await merge();
    await write();
    const answer = await undo();
    expect([answer.status, answer.body]).toEqual([409, { detail: expect.stringMatching(/since the merge/) }]);
    expect(studentMerges.parse((await client.get(mergePath(mona))).body).merges).toMatchObject([
      { id: twin, undoable: false },
    ]);
  });

  it('lets later writes that still name the student who is gone arrive at the one who stays', async () => {
    await merge();
    const late = await enrol('kids-course', twin);
    expect(late.student).toBe(mona);
    expect((await client.create('/reminders/', factory.reminder(twin))).student).toBe(mona);
    expect((await client.create('/promises/', factory.promise(twin))).student).toBe(mona);
    const payments = [{ resource: 'kids-course', related_record: late.id, paid_amount: '5' }];
    const collection = { receipt_number: 'L-1', payer: twin, payments };
    expect((await client.create('/collections/', collection)).payer).toBe(mona);
    const book = await client.create(payouts, factory.bookPayout(await stock(client, 1), twin));
    expect(book.student).toBe(mona);
    const bus = (await client.listAll(`/bus/?student=${mona}`))[0]?.id ?? '';
    const moved = await client.send('PATCH', `/bus/${bus}/`, { student: twin, notes: 'late' });
    expect([moved.status, moved.body.student]).toEqual([200, mona]);
    expect((await client.get(`/families/?student=${twin}`)).body.students).toMatchObject([{ id: mona }]);
    expect((await client.send('PATCH', `${students}${twin}/`, { phone: '1' })).status).toBe(404);
    await expectExactDebts();
  });

  it('refuses the same student, one who is gone, stale versions, and fields that are none', async () => {
    const missing = ['This record does not exist any more. Choose another one.'];
    expect((await merge({ other: mona })).body).toEqual({ other: ['Choose another student'] });
    expect((await merge({ other: '999999' })).body).toEqual({ other: missing });
    expect((await merge({ take: ['code'] })).status).toBe(400);
    expect((await client.send('POST', mergePath('999999'), { other: twin })).status).toBe(404);
    const stranger = await server.newClient();
    const foreign = (await stranger.create(students, factory.student())).id;
    expect((await merge({ other: foreign })).body).toEqual({ other: missing });
    expect((await merge({ version: 99 })).status).toBe(412);
    expect((await merge({ other_version: 99 })).status).toBe(412);
    expect(await recordsOf(twin)).toEqual([1, 0, 1]);
    expect((await merge()).status).toBe(200);
    expect((await merge()).body).toEqual({ other: missing });
  });
});
