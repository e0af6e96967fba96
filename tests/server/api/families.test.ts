import { beforeEach, describe, expect, it } from 'vitest';
import { family } from '#contract/families.ts';
import { courses, installment, payouts, stock, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const FAMILIES = '/families/';
const { server, client, factory } = withBranch();

const none = { phone: '', father_phone: '', mother_phone: '' };
const add = async (name: string, phones: object = {}) =>
  (await client.create(students, factory.student({ ...none, name, ...phones }))).id;
const familyOf = async (student: string) =>
  family.parse((await client.get(`${FAMILIES}?student=${student}`)).body);
const namesOf = async (student: string) =>
  (await familyOf(student)).students.map(({ name, joined }) => `${name}: ${joined}`);
const pair = (student: string, other: string, together: boolean) =>
  client.send('POST', FAMILIES, { student, other, together });

describe('a family', () => {
  it('is the students that share the phone number of a guardian, in any writing', async () => {
    const mona = await add('Mona', { father_phone: '01012345678' });
    await add('Omar', { mother_phone: '+20 101 234 5678' });
    await add('Basma', { father_phone: '٠١٠١٢٣٤٥٦٧٨', mother_phone: '0225551234' });
    await add('Adel', { phone: '0020-10-12345678' });
    await add('Cousin', { mother_phone: '00202 2555 1234' });
    await add('Stranger', { father_phone: '01112345678', phone: '12345' });
    expect(await namesOf(mona)).toEqual([
      'Mona: self',
      'Adel: phone',
      'Basma: phone',
      'Cousin: phone',
      'Omar: phone',
    ]);
  });

  it('is joined by the one column for a phone that a desk has, and by each of two numbers in it', async () => {
    const mona = await add('Mona', { phone: '01012345678 / ٠١١١٢٣٤٥٦٧٨ الأم' });
    await add('Omar', { phone: '1012345678' });
    await add('Hana', { phone: '01112345678' });
    expect(await namesOf(mona)).toEqual(['Mona: self', 'Hana: phone', 'Omar: phone']);
  });

  it('is not joined by short numbers, or by one that a dozen have', async () => {
    const mona = await add('Mona', { father_phone: '12345', mother_phone: '01000000000' });
    await add('Friend', { father_phone: '12345' });
    for (let count = 0; count < 12; count++) await add(`Other ${count}`, { mother_phone: '01000000000' });
    expect(await namesOf(mona)).toEqual(['Mona: self']);
  });

  it('is put together and taken apart by hand, whichever of both is named first', async () => {
    const [mona, omar] = [await add('Mona', { father_phone: '01012345678' }), await add('Omar')];
    const sister = await add('Sister', { father_phone: '01012345678' });
    expect((await pair(omar, mona, true)).body).toEqual({ records: [] });
    expect(await namesOf(omar)).toEqual(['Omar: self', 'Mona: hand', 'Sister: phone']);
    await pair(mona, sister, false);
    expect(await namesOf(mona)).toEqual(['Mona: self', 'Omar: hand']);
    expect(await namesOf(sister)).toEqual(['Sister: self']);
    await pair(sister, mona, true);
    await pair(mona, omar, false);
    expect(await namesOf(sister)).toEqual(['Sister: self', 'Mona: phone']);
    expect((await client.get('/history/?resource=family')).body).toMatchObject({
      count: 4,
      results: expect.arrayContaining([expect.objectContaining({ title: 'Mona and Omar' })]),
    });
    expect((await client.send('DELETE', `${students}${omar}/`)).status).toBe(200);
    expect(await namesOf(mona)).toEqual(['Mona: self', 'Sister: phone']);
  });

  it('refuses students that do not exist, that are of another branch, or the same twice', async () => {
    const mona = await add('Mona');
    const stranger = await server.newClient();
    const foreign = (await stranger.create(students, factory.student())).id;
    const missing = ['This record does not exist any more. Choose another one.'];
    expect((await pair(mona, foreign, true)).body).toEqual({ other: missing });
    expect((await pair('x', '0', true)).body).toEqual({ student: missing, other: missing });
    expect((await pair(mona, mona, true)).body).toEqual({ other: ['Choose another student'] });
    expect((await client.get(`${FAMILIES}?student=${foreign}`)).status).toBe(404);
    expect((await client.get(FAMILIES)).body).toEqual({ student: ['This cannot be empty'] });
    expect((await client.get(`${FAMILIES}?student=1&student=2`)).status).toBe(400);
  });
});

describe('the debts of a family', () => {
  let mona: string;
  let omar: string;

  beforeEach(async () => {
    mona = await add('Mona', { father_phone: '01012345678' });
    omar = await add('Omar', { mother_phone: '01012345678' });
  });

  it('are all open debts, oldest first, with price, paid, remaining and age', async () => {
    const enrol = (kind: 'adult-course' | 'bus', student: string, given: Record<string, string>) =>
      client.create(kind === 'bus' ? '/bus/' : courses, factory.enrolment(kind, student, given));
    const course = await enrol('adult-course', mona, { price: '500', paid_amount: '100' });
    await client.create(courses, installment(course.id, '50'));
    const bus = await enrol('bus', omar, { price: '90', paid_amount: '0', custom_date: '2026-02-28' });
    await enrol('bus', omar, { price: '90', paid_amount: '90' });
    const book = await stock(client, 5, { sell_price: '80' });
    const payout = await client.create(
      payouts,
      factory.bookPayout(book, omar, { paid_amount: '30', custom_date: '2026-03-01' }),
    );
    await enrol('bus', await add('Stranger'), { price: '90', paid_amount: '0' });
    const { debts, remaining } = await familyOf(mona);
    expect(remaining).toBe('490.00');
    expect(debts).toMatchObject([
      { resource: 'bus', price: '90.00', paid: '0.00', remaining: '90.00', day: '2026-02-28', age_days: 10 },
      { resource: 'book-payout', price: '80.00', paid: '30.00', remaining: '50.00', age_days: 9 },
      { resource: 'adult-course', price: '500.00', paid: '150.00', remaining: '350.00', age_days: 0 },
    ]);
    expect(debts.map(({ record }) => record.id)).toEqual([bus.id, payout.id, course.id]);
    expect(debts[0]?.record).toEqual((await client.get(`/bus/${bus.id}/`)).body);
  });
});
