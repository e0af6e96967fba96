import { beforeEach, describe, expect, it } from 'vitest';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { FAMILIES_PATH } from '#contract/families.ts';
import { paths } from '#contract/http.ts';
import { CANCELLED_PATH, PRINTS_PATH, printRow, RECEIPTS_PATH, receipt } from '#contract/receipts.ts';
import { writeAnswer } from '#contract/writes/answer.ts';
import { atOnce } from './at-once.ts';
import { bodyOf, courses, enrol, installment, payouts, stock, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const { client, server, factory } = withBranch();
let month = 0;
beforeEach(async () => {
  await client.send('POST', paths.toggleMonth, { expect: 'running' });
  await client.create('/month/', { name: `Month ${++month}` });
});

const receiptOf = async (resource: string, id: string, who = client) =>
  receipt.parse((await who.get(`${RECEIPTS_PATH}?resource=${resource}&id=${id}`)).body);
const print = (resource: string, record: string, more: object = {}) =>
  client.send('POST', PRINTS_PATH, { resource, record, ...more });
const printed = (body: unknown) => printRow.parse(writeAnswer.parse(body).records[0]?.record);
const remove = (id: string, body?: object, who = client) => who.send('DELETE', `${courses}${id}/`, body);
const cancelled = async (query = '') => client.listAll(`${CANCELLED_PATH}${query}`);

describe('a receipt', () => {
  it('tells what was paid, by whom it was taken, and what its students still owe in all', async () => {
    const student = await client.create(
      students,
      factory.student({ name: 'منى عادل', father_phone: '01012345678' }),
    );
    const bus = await client.create('/bus/', {
      ...factory.enrolment('bus', student.id),
      price: '500',
      paid_amount: '200.5',
    });
    const book = await stock(client, 5, { price: '80' });
    const payout = await client.create(
      payouts,
      factory.bookPayout(book, student.id, { quantity: '1', paid_amount: '0' }),
    );
    const part = await client.create(payouts, installment(payout.id, '30'));
    const busReceipt = await receiptOf('bus', bus.id);
    expect(busReceipt).toMatchObject({
      resource: 'bus',
      id: bus.id,
      receipt_number: bus.receipt_number,
      students: [{ id: student.id, name: 'منى عادل', father_phone: '01012345678' }],
      lines: [{ resource: 'bus', remaining: '299.50', cancelled: null }],
      total: '200.50',
      prints: 0,
    });
    expect(busReceipt.taken_by).toMatch(/\w+ \w+/);
    const later = await receiptOf('book-payout', part.id);
    expect(later.lines[0]).toMatchObject({
      remaining: later.lines[0]?.remaining,
      record: { is_installment: true },
    });
    const owed = (await client.get(`${FAMILIES_PATH}?student=${student.id}`)).body.remaining;
    expect([busReceipt.remaining, later.remaining]).toEqual([busReceipt.remaining, owed]);
    expect((await client.get(`${RECEIPTS_PATH}?resource=student&id=${student.id}`)).status).toBe(404);
    expect((await client.get(`${RECEIPTS_PATH}?resource=bus&id=999999`)).status).toBe(404);
  });

  it('of a payment that is part of a collection is the one of the whole collection', async () => {
    const debts = [await enrol(client, '100'), await enrol(client, '200')];
    const made = await client.create(paths.collections, {
      receipt_number: '77',
      payments: debts.map(({ id }) => ({ resource: 'adult-course', related_record: id, paid_amount: '40' })),
    });
    const whole = await receiptOf('collection', made.id);
    expect(whole).toMatchObject({ resource: 'collection', receipt_number: '77', total: '80.00' });
    expect(whole.lines.map(({ remaining }) => remaining)).toEqual(['60.00', '160.00']);
    expect(await receiptOf('adult-course', whole.lines[0]?.record.id ?? '')).toEqual(whole);
  });
});

describe('prints of a receipt', () => {
  it('are counted, the same key once, also by many devices at once', async () => {
    const { id } = await enrol(client, '100', '10');
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await client.send('POST', PRINTS_PATH, { resource: 'adult-course', record: id }, key);
    const again = await client.send('POST', PRINTS_PATH, { resource: 'adult-course', record: id }, key);
    const { id: one, copy } = printed(first.body);
    expect([copy, again.body]).toEqual([1, first.body]);
    const others = await atOnce(() => print('adult-course', id));
    const copies = others.map(({ body }) => printed(body).copy).sort((one, other) => one - other);
    expect(copies).toEqual(others.map((_, index) => index + 2));
    expect((await receiptOf('adult-course', id)).prints).toBe(others.length + 1);
    expect((await client.get(`${PRINTS_PATH}${one}/`)).body).toEqual(printed(first.body));
    expect((await client.get('/history/?resource=receipt-print')).body.count).toBe(others.length + 1);
  });

  it('end after 100 of one receipt', async () => {
    const { id } = await enrol(client, '100', '10');
    await server.queryAsOwner(
      `insert into receipt_print (branch_id, resource, record_id, copy, printed_at, created_at, created_by)
        values ($1, 'adult-course', $2, 99, now(), now(), $3)`,
      [client.branchId, id, client.userId],
    );
    expect(printed((await print('adult-course', id)).body).copy).toBe(100);
    const { status, body } = await print('adult-course', id);
    expect([status, body]).toEqual([409, { detail: expect.stringContaining('100 times') }]);
    expect((await receiptOf('adult-course', id)).prints).toBe(2);
  });

  it('keep the name that the branch had at the first one; a receipt that is printed later has the new one', async () => {
    const [early, late] = [await enrol(client, '100', '10'), await enrol(client, '100', '10')];
    const rename = (name: string) => {
      server.clock.now = new Date(server.clock.now.getTime() + 1_000);
      return client.send('PATCH', SETTINGS_PATH, { name });
    };
    const branchOn = async ({ id }: { id: string }) => (await receiptOf('adult-course', id)).branch;
    await rename('Dokki');
    expect(await branchOn(early)).toBeNull();
    await print('adult-course', early.id);
    await rename('Maadi');
    await client.send('PATCH', SETTINGS_PATH, { receipt_footer: 'Thanks' });
    await print('adult-course', late.id);
    await rename('Zamalek');
    await print('adult-course', early.id);
    expect([await branchOn(early), await branchOn(late)]).toEqual(['Dokki', 'Maadi']);
  });

  it('keep the time of the device unless it lies ahead, and change no payment', async () => {
    const { id, version } = await enrol(client, '100', '10');
    const [early, ahead] = ['2020-01-01T10:00:00.000Z', '2099-01-01T10:00:00.000Z'];
    expect(printed((await print('adult-course', id, { printed_at: early })).body).printed_at).toBe(early);
    const { body } = await print('adult-course', id, { printed_at: ahead });
    expect(printed(body).printed_at < ahead).toBe(true);
    expect((await client.get(`${courses}${id}/`)).body.version).toBe(version);
  });

  it('of what does not exist, or has no receipt, are refused at their fields', async () => {
    expect((await print('adult-course', '999999')).body).toEqual({ record: [expect.any(String)] });
    expect((await print('student', '1')).body).toEqual({ resource: ['Receipts are not printed for this'] });
    expect(Object.keys((await print('bus', 'new-1', { printed_at: 'now' })).body)).toEqual(['printed_at']);
  });
});

describe('a payment whose receipt was printed', () => {
  it('is deleted with a reason only, and keeps its number for managers', async () => {
    const { id, student } = await enrol(client, '100', '10');
    await print('adult-course', id);
    const refused = await remove(id);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['reason']]);
    expect((await remove(id, { reason: '  ' })).status).toBe(400);
    expect((await client.get(`${courses}${id}/`)).status).toBe(200);
    expect((await remove(id, { reason: 'paid twice' })).status).toBe(200);
    const [kept, ...more] = await cancelled(`?resource=adult-course&student=${student}`);
    expect(more).toEqual([]);
    expect(kept).toMatchObject({
      resource: 'adult-course',
      paid_amount: '10.00',
      cancelled: { reason: 'paid twice' },
    });
    expect(await cancelled('?resource=bus')).toEqual([]);
    const paper = await receiptOf('adult-course', id);
    expect(paper).toMatchObject({ receipt_number: kept?.receipt_number, total: '0.00', prints: 1 });
    expect(paper.lines[0]?.cancelled).toMatchObject({ reason: 'paid twice' });
    const [entry] = await client.listAll(`/history/?resource=adult-course&record=${id}`);
    expect(entry).toMatchObject({ action: 'deleted', note: 'paid twice' });
    expect(printed((await print('adult-course', id)).body).copy).toBe(2);
  });

  it('is not changed by staff, alone, below its enrolment or in a collection; notes may be added', async () => {
    const staff = await server.newColleague(client, 'staff');
    const { id } = await enrol(staff, '100', '90', factory);
    const other = await client.create(students, factory.student());
    const change = (to: object, who = staff) => who.send('PATCH', `${courses}${id}/`, to);
    expect((await change({ paid_amount: '80', base: { paid_amount: '90.00' } })).status).toBe(200);
    expect((await print('adult-course', id)).status).toBe(201);
    // rights.test.ts tries each field of what is printed.
    const refused = await change({ price: '80', base: { price: '100.00' } });
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringContaining('receipt was printed'),
    ]);
    expect((await change({ notes: 'Her brother came' })).status).toBe(200);
    const lowered = { paid_amount: '1', base: { paid_amount: '80.00' } };
    expect((await change(lowered, client)).status).toBe(200);
    // With the enrolment above it.
    const above = await enrol(staff, '100', '0', factory);
    const part = await staff.create(courses, installment(above.id, '40'));
    await print('adult-course', part.id);
    const move = { student: other.id, base: { student: above.student } };
    expect((await staff.send('PATCH', `${courses}${above.id}/`, move)).status).toBe(403);
    // As a line of a printed collection.
    const debt = await enrol(client, '100', '0', factory);
    const made = await staff.create(paths.collections, {
      receipt_number: '79',
      payments: [{ resource: 'adult-course', related_record: debt.id, paid_amount: '40' }],
    });
    await print('collection', made.id);
    const { lines } = await receiptOf('collection', made.id);
    const line = lines[0]?.record.id ?? '';
    expect((await staff.send('PATCH', `${courses}${line}/`, { paid_amount: '1' })).status).toBe(403);
  });

  it('within a collection needs the reason too, and stays on its receipt', async () => {
    const debts = [await enrol(client, '100'), await enrol(client, '200')];
    const made = await client.create(paths.collections, {
      receipt_number: '78',
      payments: debts.map(({ id }) => ({ resource: 'adult-course', related_record: id, paid_amount: '40' })),
    });
    await print('collection', made.id);
    const { lines } = await receiptOf('collection', made.id);
    const id = lines[0]?.record.id ?? '';
    expect((await remove(id)).status).toBe(400);
    expect((await remove(id, { reason: 'wrong child' })).status).toBe(200);
    const after = await receiptOf('collection', made.id);
    expect(after.total).toBe('40.00');
    expect(after.lines.map(({ cancelled: one }) => one?.reason)).toEqual([undefined, 'wrong child']);
  });

  it('is never lost without a trace when it is printed and deleted at the same moment', async () => {
    const body = await bodyOf['adult-course'](client, factory);
    for (let round = 0; round < 6; round++) {
      const { id } = await client.create(courses, body);
      const [answer, removed] = await Promise.all([print('adult-course', id), remove(id)]);
      const traces = [answer.status === 201, removed.status === 200];
      expect([
        [true, false],
        [false, true],
      ]).toContainEqual(traces);
    }
  });
});
