import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { receipt } from '#contract/receipts.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { collected, courses, payable, payableKinds, payouts, storedLines } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

const COLLECTIONS = '/collections/';
const TOGGLE = '/month/end-undo/';
const { server, client, factory } = withBranch();

let bus: string;
let payout: string;

beforeEach(async () => {
  bus = (await payable(client, 'bus', { price: '300' }, factory)).id;
  payout = (await payable(client, 'book-payout', { price: '80', paid: '20' }, factory)).id;
});

const line = (resource: string, related: string, paid: string) => ({
  resource,
  related_record: related,
  paid_amount: paid,
});
const collect = (payments: unknown, given: object = {}, headers = {}) =>
  client.send('POST', COLLECTIONS, { receipt_number: '1213', payments, ...given }, headers);
const left = async (path: string, id: string) => (await client.get(`${path}${id}/`)).body.remaining_amount;
const leftOfBoth = async () => [await left('/bus/', bus), await left(payouts, payout)];
const historyOf = async (resource: string) => (await client.get(`/history/?resource=${resource}`)).body;

async function expectNothingWritten(): Promise<void> {
  expect(await leftOfBoth()).toEqual(['300.00', '60.00']);
  expect((await client.get(COLLECTIONS)).body).toMatchObject({ count: 0, results: [] });
}

describe('a collection', () => {
  it('pays debts of every kind at once, in the order of its lines', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const debts: { kind: ResourceName; id: string; student: unknown }[] = [];
    for (const kind of payableKinds) {
      const { id, student } = await payable(client, kind, { price: '100' }, factory);
      debts.push({ kind, id, student });
    }
    const answer = await collect(
      debts.map(({ kind, id }, index) => line(kind, id, String(10 + index))),
      { custom_date: '2026-03-02', notes: ' of the father ' },
    );
    expect(answer.status, answer.text).toBe(201);
    const made = collected(answer.body);
    expect(made).toMatchObject({
      receipt_number: '1213',
      custom_date: '2026-03-02',
      notes: 'of the father',
      total: '91.00',
      received: '91.00',
      recorded_by: String(client.userId),
    });
    expect(made.payments).toMatchObject(
      debts.map(({ kind, id, student }, index) => ({
        resource: kind,
        related_record: id,
        student,
        paid_amount: `${10 + index}.00`,
        receipt_number: '1213',
        custom_date: '2026-03-02',
        notes: 'of the father',
        is_installment: true,
        collection: made.id,
        month: march.id,
      })),
    );
    for (const { resource, id } of made.payments) {
      const { collection, is_installment } = (await client.get(`${resourceOf(resource).path}${id}/`)).body;
      expect([collection, is_installment], resource).toEqual([made.id, true]);
    }
    expect((await client.get(`/month/${march.id}/`)).body).toMatchObject({ bus_revenue: '16.00' });
    const one = storedLines((await client.get(`${COLLECTIONS}${made.id}/`)).body);
    const byId = (rows: typeof made.payments) => rows.map(({ resource, id }) => `${resource} ${id}`).sort();
    expect(byId(one.payments)).toEqual(byId(made.payments));
  });

  it('stands in the history once, beside each of its payments', async () => {
    const { id } = collected(
      (await collect([line('bus', bus, '50'), line('book-payout', payout, '60')])).body,
    );
    expect(await historyOf('collection')).toMatchObject({
      count: 1,
      results: [
        { action: 'created', record: id, title: 'receipt 1213, L.E. 110.00', after: { total: '110.00' } },
      ],
    });
    const [payment] = (await historyOf('bus')).results as { after: object }[];
    expect(payment?.after).toMatchObject({ paid_amount: '50.00', collection: id });
  });

  it('refuses every wrong line at its place and writes nothing', async () => {
    await expectAnswer(
      collect([
        line('bus', bus, '300'),
        line('book-payout', payout, '60.01'),
        line('bus', '999999', '1'),
        line('adult-course', bus, '1'),
        line('bus', bus.toUpperCase(), '1'),
      ]),
      400,
      {
        payments: [
          {},
          { paid_amount: ['Only L.E. 60.00 remains to be paid.'] },
          { related_record: ['This related record does not exist any more. Choose another one.'] },
          { related_record: ['This related record does not exist any more. Choose another one.'] },
          { related_record: ['This debt stands in the list twice. Pay it once.'] },
        ],
      },
    );
    await expectNothingWritten();
    expect((await historyOf('collection')).count).toBe(0);
  });

  it.each([
    ['no lines', { payments: [] }, { payments: ['Choose at least one debt to pay'] }],
    ['lines that are none', { payments: 'all' }, { payments: ['Choose at least one debt to pay'] }],
    [
      'a part that this server does not know',
      { payments: [line('bus', '1', '1')], payouts: [{ book: '1' }] },
      { payouts: ['This server does not know this part of a collection'] },
    ],
    [
      'wrong values in several lines',
      {
        receipt_number: ' ',
        custom_date: 'tomorrow',
        payments: [line('salary', '1', '1'), line('bus', '', '0'), line('bus', '1', '1.005'), {}],
      },
      {
        receipt_number: ['This cannot be empty'],
        custom_date: [expect.any(String)],
        payments: [
          { resource: ['Payments are not taken for this'] },
          {
            related_record: ['Related record is required'],
            paid_amount: ['Enter an amount above zero'],
          },
          { paid_amount: ['Enter an amount such as 1250 or 1250.50'] },
          {
            resource: ['Payments are not taken for this'],
            related_record: ['Related record is required'],
            paid_amount: ['Paid amount is required'],
          },
        ],
      },
    ],
  ])('answers a body with %s at its place', async (_what, given, expected) => {
    await expectAnswer(collect([], given), 400, expected);
    await expectNothingWritten();
  });

  it('keeps who pays, and its receipt is theirs with what remains of the family', async () => {
    const child = (name: string) =>
      client.create(
        '/students/',
        factory.student({ name, phone: null, father_phone: '01099887766', mother_phone: null }),
      );
    const [hana, omar] = [await child('Hana'), await child('Omar')];
    const owed = async (student: string, price: string) =>
      (await client.create(courses, factory.enrolment('adult-course', student, { price, paid_amount: '0' })))
        .id;
    const [older, younger] = [await owed(hana.id, '1500'), await owed(omar.id, '300')];
    const answer = await collect([line('adult-course', younger, '300'), line('adult-course', older, '700')], {
      payer: omar.id,
    });
    expect(answer.status, answer.text).toBe(201);
    const { payer, payments } = collected(answer.body);
    expect(payer).toBe(omar.id);
    const { body } = await client.get(`/receipts/?resource=adult-course&id=${payments[0]?.id}`);
    expect(receipt.parse(body)).toMatchObject({
      payer: { id: omar.id, name: 'Omar' },
      remaining: '800.00',
      total: '1000.00',
    });
    // Only for another's debt: the receipt is still of who paid it.
    const second = await collect([line('adult-course', older, '100')], { payer: omar.id });
    const paper = await client.get(`/receipts/?resource=collection&id=${collected(second.body).id}`);
    expect(receipt.parse(paper.body)).toMatchObject({
      payer: { name: 'Omar' },
      students: [{ name: 'Hana' }],
      remaining: '700.00',
    });
    expect(collected((await collect([line('adult-course', older, '1')])).body).payer).toBeNull();
    await expectAnswer(collect([line('adult-course', older, '1')], { payer: '999999' }), 400, {
      payer: ['This record does not exist any more. Choose another one.'],
    });
  });

  it('survives the delete of its payer', async () => {
    const { id: payer } = await client.create('/students/', factory.student());
    const { id } = collected((await collect([line('bus', bus, '1')], { payer })).body);
    expect((await client.send('DELETE', `/students/${payer}/`)).status).toBe(200);
    expect((await client.get(`/collections/${id}/`)).body.payer).toBeNull();
  });

  it('is written once per key, and never takes a payment or an installment as a debt', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = [line('bus', bus, '50'), line('book-payout', payout, '10')];
    const [first, again] = [await collect(body, {}, headers), await collect(body, {}, headers)];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await leftOfBoth()).toEqual(['250.00', '50.00']);
    const { payments } = collected(first.body);
    const answer = await collect(payments.map(({ resource, id }) => line(resource, id, '1')));
    expect(answer.body.payments).toEqual([
      { related_record: [expect.stringContaining('does not exist')] },
      { related_record: [expect.stringContaining('does not exist')] },
    ]);
  });

  it('comes to what its payments come to now, and keeps what was received', async () => {
    await client.create('/month/', { name: 'March' });
    const { id, payments } = collected(
      (await collect([line('bus', bus, '50'), line('book-payout', payout, '60')])).body,
    );
    const [first, second] = payments;
    await client.send('PATCH', `/bus/${first?.id}/`, { paid_amount: '40' });
    await client.send('DELETE', `${payouts}${second?.id}/`);
    const stored = async () => storedLines((await client.get(`${COLLECTIONS}${id}/`)).body);
    expect(await stored()).toMatchObject({
      total: '40.00',
      received: '110.00',
      payments: [{ id: first?.id }],
    });
    expect((await client.get(COLLECTIONS)).body.results).toMatchObject([{ id, total: '40.00' }]);
    await client.send('DELETE', `/bus/${first?.id}/`);
    expect(await stored()).toMatchObject({ total: '0.00', payments: [], records: [] });
    await client.send('POST', TOGGLE);
  });

  it('is listed newest first, ten a page, with a tag that moves with its payments', async () => {
    const made = [];
    for (let count = 0; count < 11; count++)
      made.push(collected((await collect([line('bus', bus, '1')])).body));
    const first = (await client.get(COLLECTIONS)).body;
    const second = (await client.get(`${COLLECTIONS}?page=2`)).body;
    expect([first.count, first.results, second.results]).toMatchObject([
      11,
      made
        .slice(1)
        .reverse()
        .map(({ id }) => ({ id })),
      [{ id: made[0]?.id }],
    ]);
    const whole = `${COLLECTIONS}?no_pagination=true`;
    const tag = String((await client.get(whole)).headers.etag);
    expect((await client.get(whole, { 'if-none-match': tag })).status).toBe(304);
    await client.send('PATCH', `/bus/${made[0]?.payments[0]?.id}/`, { paid_amount: '2' });
    expect((await client.get(whole, { 'if-none-match': tag })).status).toBe(200);
  });

  it('is not changed or removed in the database', async () => {
    await collect([line('bus', bus, '1')]);
    for (const change of ['update collection set received = 5', 'delete from collection'])
      await expect(server.queryAsOwner(change)).rejects.toThrow('stays as it was recorded');
  });
});
