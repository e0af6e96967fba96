import { beforeAll, describe, expect, it } from 'vitest';
import { receiptCode } from '#contract/receipt-code.ts';
import { type SearchAnswer, searchAnswer } from '#contract/search.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { books, courses, installment, payouts, stock, students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const factory = branchFactory(61);
const server = withServer();
let client: ApiClient;
/** Ids by what they are called below. */
const ids: Record<string, string> = {};

const none = { father_name: '', mother_name: '', phone: '', father_phone: '', mother_phone: '' };
const add = async (name: string, phones: object = {}) =>
  (await client.create(students, factory.student({ ...none, name, ...phones }))).id;
const search = async (q: string, by = client): Promise<SearchAnswer> => {
  const { status, body } = await by.get(`/search/?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return searchAnswer.parse(body);
};
const found = async (q: string) => (await search(q)).students.map(({ title }) => title);
const listed = async (q: string) =>
  (await client.listAll(`${students}?search=${encodeURIComponent(q)}`)).map(({ name }) => name);
const enrol = (student: string, receipt: string, paid = '100') =>
  client.create(
    courses,
    factory.enrolment('adult-course', student, { receipt_number: receipt, price: '500', paid_amount: paid }),
  );

beforeAll(async () => {
  client = await server.newClient();
  await client.create('/month/', { name: 'March' });
  ids.abdullah = await add('أحمد عبد الله', { phone: '0101 234 5678' });
  ids.mona = await add('Mona Adel', { father_phone: '+20 112-121-3999' });
  ids.basma = await add('Basma عبدالرحمن', { mother_phone: '٠١٥١٢١٣٠٠٠٧' });
  for (let count = 0; count < 12; count++) await add(`Sara ${String.fromCharCode(65 + count)}`);
  ids.course = (await enrol(ids.mona, 'K7QM-1213', '250')).id;
  await enrol(ids.abdullah, '1213', '100');
  await enrol(ids.basma, '12130', '50');
});

describe('a search', () => {
  it("finds a student by the parents' names and phones after those called so, and says what was found", async () => {
    const { id } = await client.create(
      students,
      factory.student({
        ...none,
        name: 'Zeyad Kareem',
        father_name: 'كريم الجندي',
        father_phone: '01555512399',
      }),
    );
    await client.create(students, factory.student({ ...none, name: 'Elgendy Fares', father_name: 'Fares' }));
    const details = async (q: string) =>
      (await search(q)).students.map(({ title, detail }) => [title, detail]);
    const code = (await client.get(`${students}${id}/`)).body.code;
    expect(await details('كريم الجندي')).toEqual([['Zeyad Kareem', `${code} · Father Name: كريم الجندي`]]);
    expect((await details('01555512399'))[0]?.[1]).toContain('Father Phone: 01555512399');
    expect((await details('zeyad'))[0]?.[1]).not.toContain('Father');
    expect(await listed('كريم الجندي')).toEqual(['Zeyad Kareem']);
    await client.send('PATCH', `${students}${id}/`, { father_name: 'Fares' });
    expect(await found('fares')).toEqual(['Elgendy Fares', 'Zeyad Kareem']);
  });

  it('finds a receipt by its number and no students by the digits in their phones', async () => {
    const { students: people, receipts } = await search('1213');
    expect(people).toEqual([]);
    expect(await listed('1213')).toEqual([]);
    expect(receipts.map(({ title, detail, amount }) => [title, detail, amount])).toEqual([
      ['1213', 'أحمد عبد الله', '100.00'],
      ['12130', 'Basma عبدالرحمن', '50.00'],
      ['K7QM-1213', 'Mona Adel', '250.00'],
    ]);
    expect(receipts[2]).toMatchObject({ id: ids.course, resource: 'adult-course', student: ids.mona });
    expect((await search('k7qm')).receipts).toHaveLength(1);
  });

  it('finds a student by the code first, with what remains on everything', async () => {
    const book = await stock(client, 3);
    const payout = await client.create(
      payouts,
      factory.bookPayout(book, ids.mona ?? '', { quantity: '1', paid_amount: '0' }),
    );
    const [first] = (await search('s-0002')).students;
    expect(first).toMatchObject({ id: ids.mona, title: 'Mona Adel', detail: 'S-0002' });
    const remains = 250 + Number(payout.price);
    expect(Number(first?.remaining_amount)).toBe(remains);
    expect((await found('2'.padStart(4, '0')))[0]).toBe('Mona Adel');
    await client.create(payouts, installment(payout.id, '1', { receipt_number: 'PAY-77' }));
    expect((await search('pay-77')).receipts).toMatchObject([{ resource: 'book-payout', amount: '1.00' }]);
  });

  it('finds the payments of a collection as one receipt with its sum', async () => {
    const other = (await enrol(ids.mona ?? '', '8001')).id;
    const payments = [ids.course, other].map((related_record) => ({
      resource: 'adult-course',
      related_record,
      paid_amount: '40',
    }));
    const { id } = await client.create('/collections/', { receipt_number: '7654321', payments });
    expect((await search('7654321')).receipts).toMatchObject([
      { id, resource: 'collection', title: '7654321', amount: '80.00', student: ids.mona },
    ]);
  });

  it('finds a book by its name with the copies in stock', async () => {
    const { id, name } = await client.create(books, factory.book({ name: 'Starter Reader' }));
    expect((await search('reader start')).books).toMatchObject([{ id, title: name, quantity: '0' }]);
  });

  it('answers eight of a kind at most, those whose name begins so first', async () => {
    await add('Big Sara');
    const names = await found('sara');
    expect(names).toHaveLength(8);
    expect(names[0]).toBe('Sara A');
    expect(names).not.toContain('Big Sara');
    expect(await found('big sara')).toEqual(['Big Sara']);
  });

  it('answers odd texts without a failure', async () => {
    const nothing = { students: [], receipts: [], books: [] };
    for (const q of [
      '',
      ' ',
      'م',
      '%',
      '%%%',
      '___',
      "''",
      '" or 1=1 --',
      "a'b\\c",
      ':*',
      '&|!()',
      '\\',
      '☎☎',
    ])
      expect(await search(q), q).toEqual(nothing);
    expect((await client.get('/search/')).status).toBe(200);
    expect(await search('+'.repeat(255))).toEqual(nothing);
    for (const q of ['x'.repeat(256), 'a%00b']) {
      const { status, body } = await client.get(`/search/?q=${q}`);
      expect([status, Object.keys(body)]).toEqual([400, ['q']]);
    }
    expect((await client.get('/search/?q=a&q=b')).status).toBe(400);
  });

  it('finds a payment, a book and a refund by the code on their papers, numbered or not', async () => {
    const mona = ids.mona ?? '';
    const book = await stock(client, 2);
    const payout = await client.create(payouts, factory.bookPayout(book, mona, { paid_amount: '10.00' }));
    const refund = await client.create('/refunds/', {
      ...{ resource: 'adult-course', related_record: ids.course, amount: '20.00', reason: 'Too much' },
      receipt_number: '',
    });
    const code = (resource: Parameters<typeof receiptCode>[0], id: string) => receiptCode(resource, id) ?? '';
    const byCode = async (typed: string) =>
      (await search(typed)).receipts.map(({ id, resource, title, detail, amount }) => [
        id,
        resource,
        title,
        detail,
        amount,
      ]);
    const course = code('adult-course', ids.course ?? '');
    const expected = [[ids.course, 'adult-course', 'K7QM-1213', 'Mona Adel', '250.00']];
    expect(await byCode(course)).toEqual(expected);
    expect(await byCode(course.replace('-', '').toLowerCase())).toEqual(expected);
    const ofBook = code('book-payout', payout.id);
    expect(await byCode(ofBook)).toEqual([[payout.id, 'book-payout', ofBook, 'Mona Adel', '10.00']]);
    expect(await byCode(code('refund', refund.id))).toEqual([
      [refund.id, 'refund', refund.receipt_number, 'Mona Adel', '20.00'],
    ]);
    expect(await byCode(code('kids-course', ids.course ?? ''))).toEqual([]);
    expect((await search(course, await server.newClient())).receipts).toEqual([]);
  });

  it('finds nothing of another branch, and the same for staff', async () => {
    const staff = await server.newColleague(client, 'staff');
    expect(await search('mona', staff)).toEqual(await search('mona'));
    expect(await search('1213', await server.newClient())).toEqual({ students: [], receipts: [], books: [] });
  });
});
