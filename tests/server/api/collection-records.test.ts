import { describe, expect, it } from 'vitest';
import { searchAnswer } from '#contract/search.ts';
import { mergePath } from '#contract/student-merges.ts';
import { collected, payable, payouts, stock, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

const COLLECTIONS = '/collections/';

let bus: { readonly id: string; readonly student: string };
let book: string;
const { client, factory } = withBranch(async () => {
  await client.create('/month/', { name: 'March' });
  const made = await payable(client, 'bus', { price: '300' }, factory);
  bus = { id: made.id, student: String(made.student) };
  book = await stock(client, 3, { name: 'Starter', sell_price: '40' }, factory);
});

const towardsBus = (paid: string) => ({ resource: 'bus', related_record: bus.id, paid_amount: paid });
const handOut = (quantity: string, paid: string, given: object = {}) => ({
  resource: 'book-payout',
  student: bus.student,
  book,
  quantity,
  paid_amount: paid,
  ...given,
});
const newNursery = (price: string, paid: string) => {
  const {
    receipt_number: _number,
    custom_date: _day,
    notes: _notes,
    ...nurseryFields
  } = factory.enrolment('nursery', bus.student, { price, paid_amount: paid });
  return { resource: 'nursery', ...nurseryFields };
};
const collect = (body: object) => client.send('POST', COLLECTIONS, { receipt_number: '1213', ...body });
const copies = async () => (await client.get(`/books/${book}/`)).body.quantity;

async function expectNothingWritten(): Promise<void> {
  expect(await copies()).toBe('3');
  expect((await client.get(`/bus/${bus.id}/`)).body.remaining_amount).toBe('300.00');
  for (const path of [COLLECTIONS, payouts, '/nursery/']) expect((await client.get(path)).body.count).toBe(0);
}

describe('a collection with new records', () => {
  it('pays a debt, hands out a book and enrols on one paper, each exactly as its own path would', async () => {
    const answer = await collect({
      custom_date: '2026-03-02',
      notes: 'of the father',
      payments: [towardsBus('100')],
      records: [newNursery('500', '200'), handOut('2', '50')],
    });
    expect(answer.status, answer.text).toBe(201);
    const made = collected(answer.body);
    expect(made).toMatchObject({ received: '350.00', total: '350.00', notes: 'of the father' });
    const paper = { receipt_number: '1213', custom_date: '2026-03-02', collection: made.id };
    expect(made.payments).toMatchObject([{ resource: 'bus', paid_amount: '100.00', ...paper }]);
    expect(made.records).toMatchObject([
      { resource: 'nursery', price: '500.00', paid_amount: '200.00', remaining_amount: '300.00', ...paper },
      { resource: 'book-payout', quantity: '2', price: '80.00', remaining_amount: '30.00', ...paper },
    ]);
    expect(await copies()).toBe('1');
    const [nursery, payout] = made.records;
    expect((await client.get(`/nursery/${nursery?.id}/`)).body).toMatchObject({
      is_installment: false,
      student: bus.student,
    });
    const months = (await client.get('/month/')).body.results;
    expect(months).toMatchObject([
      { bus_revenue: '100.00', nursery_revenue: '200.00', book_revenue: '50.00' },
    ]);
    // What was made is a debt like any other.
    const rest = await collect({
      payments: made.records.map(({ resource, id }) => ({
        resource,
        related_record: id,
        paid_amount: '30',
      })),
    });
    expect(rest.status, rest.text).toBe(201);
    expect((await client.get(`${payouts}${payout?.id}/`)).body.remaining_amount).toBe('0.00');
  });

  it('is printed, found and undone with all of its lines', async () => {
    const { id, records } = collected((await collect({ records: [handOut('1', '40')] })).body);
    const [payout] = records;
    const receipt = (await client.get(`/receipts/?resource=book-payout&id=${payout?.id}`)).body;
    expect(receipt).toMatchObject({
      resource: 'collection',
      id,
      receipt_number: '1213',
      total: '40.00',
      lines: [{ resource: 'book-payout', record: { book_data: { name: 'Starter' }, quantity: '1' } }],
    });
    expect(searchAnswer.parse((await client.get('/search/?q=1213')).body).receipts).toMatchObject([
      { resource: 'collection', id, amount: '40.00' },
    ]);
    expect((await client.send('DELETE', `${payouts}${payout?.id}/`)).status).toBeLessThan(300);
    expect(await copies()).toBe('3');
    expect((await client.get(`${COLLECTIONS}${id}/`)).body).toMatchObject({ total: '0.00', records: [] });
  });

  it('is refused as a whole, with what is wrong at each of its lines', async () => {
    const answer = await collect({
      payments: [towardsBus('300.01')],
      records: [
        handOut('4', '40'),
        handOut('1', '0', { student: '999999' }),
        { resource: 'salary' },
        newNursery('500', '500.01'),
      ],
    });
    expect(answer.body).toEqual({
      records: [{}, {}, { resource: ['Payments are not taken for this'] }, {}],
    });
    await expectAnswer(
      collect({
        payments: [towardsBus('300.01')],
        records: [
          handOut('4', '40'),
          handOut('1', '0'),
          handOut('1', '40', { student: '999999', book: 'x' }),
          newNursery('500', '500.01'),
        ],
      }),
      400,
      {
        payments: [{ paid_amount: ['Only L.E. 300.00 remains to be paid.'] }],
        records: [
          { quantity: [expect.stringContaining('3 copies')] },
          { paid_amount: ['Enter an amount above zero'] },
          {
            student: [expect.stringContaining('does not exist')],
            book: [expect.stringContaining('does not exist')],
          },
          { paid_amount: [expect.any(String)] },
        ],
      },
    );
    await expectNothingWritten();
  });

  it('takes the copies of one book from its stock line by line', async () => {
    await expectAnswer(
      collect({
        payments: [towardsBus('10')],
        records: [handOut('2', '80'), handOut('2', '80')],
      }),
      400,
      { records: [{}, { quantity: [expect.stringContaining('1 copy')] }] },
    );
    await expectNothingWritten();
    expect((await collect({ records: [handOut('2', '80'), handOut('1', '40')] })).status).toBe(201);
    expect(await copies()).toBe('0');
  });

  it('goes to the student who stays if hers was merged meanwhile', async () => {
    const kept = await client.create(students, factory.student());
    expect((await client.send('POST', mergePath(kept.id), { other: bus.student })).status).toBe(200);
    const { records } = collected((await collect({ records: [handOut('1', '40')] })).body);
    expect(records).toMatchObject([{ student: kept.id }]);
  });
});
