import { describe, expect, it } from 'vitest';
import { branchSettings, SETTINGS_PATH } from '#contract/branch-settings.ts';
import { family } from '#contract/families.ts';
import { monthBreakdown, monthBreakdownPath } from '#contract/month.ts';
import { permissions } from '#contract/permissions.ts';
import { seeded } from '../../support/seeded.ts';
import { courses, installment, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import type { ApiClient } from './test-server.ts';
import { withBranch } from './with-server.ts';

const siblings = { id: 'siblings', name: 'Siblings', name_ar: 'إخوة', percent: '10' };
const staffChild = { id: 'staff', name: 'Staff', name_ar: '', percent: null };

let staff: ApiClient;
let month: string;
const {
  server,
  client: manager,
  factory,
} = withBranch(async () => {
  staff = await server.newColleague(manager, 'staff');
  month = (await manager.create('/month/', { name: 'March' })).id;
  await set({ discount_reasons: [siblings, staffChild] });
});

async function set(change: object): Promise<void> {
  await manager.must('PATCH', SETTINGS_PATH, change);
}
const settings = async () => branchSettings.parse((await staff.get(SETTINGS_PATH)).body);

const taken = (discount = '100', reason = 'siblings') => ({
  price: String(1000 - Number(discount)),
  list_price: '1000',
  discount,
  discount_reason: reason,
});
async function bodyWith(terms: object) {
  const { id } = await manager.create(students, factory.student());
  return factory.enrolment('adult-course', id, { paid_amount: '0', ...terms });
}
const post = async (terms: object, by = staff) => by.send('POST', courses, await bodyWith(terms));
const made = async (terms: object, by = staff) => by.create(courses, await bodyWith(terms));
const patch = (id: unknown, change: object, by = staff) =>
  by.send('PATCH', `${courses}${String(id)}/`, change);

describe('the settings of prices', () => {
  it('are declared, and each stays as it is where a change does not name it', async () => {
    expect((await staff.get('/branch/details/')).body.discounts).toBe(true);
    const row = { resource: 'bus', price: '900.00' };
    await set({ price_list: [row], staff_discount_limit: '12.50%' });
    await set({ phone: '0100 123 4567' });
    expect(await settings()).toMatchObject({
      discount_reasons: [siblings, staffChild],
      price_list: [row],
      staff_discount_limit: '12.5',
    });
    await set({ discount_reasons: [staffChild], staff_discount_limit: '' });
    expect(await settings()).toMatchObject({
      discount_reasons: [staffChild],
      removed_discount_reasons: [siblings],
      staff_discount_limit: null,
    });
  });

  it.each([
    ['a limit above all', { staff_discount_limit: '101' }],
    ['a limit that is no number', { staff_discount_limit: 'much' }],
    ['a reason with a wrong percentage', { discount_reasons: [{ ...siblings, percent: '-1' }] }],
    ['one price twice', { price_list: Array.from({ length: 2 }, () => ({ resource: 'bus', price: '1' })) }],
    ['a price of a book', { price_list: [{ resource: 'book', price: '1' }] }],
  ])('are refused with %s', async (_what, change) => {
    const { status, body } = await manager.send('PATCH', SETTINGS_PATH, change);
    expect([status, Object.keys(body)[0]]).toEqual([400, Object.keys(change)[0]]);
  });
});

describe('an enrolment with a discount', () => {
  it('keeps what it would have cost beside what is owed, and lists filter by the reason', async () => {
    const { id } = await made(taken());
    await made(taken('50', 'staff'));
    await made({ price: '500' });
    expect((await staff.get(`${courses}${id}/`)).body).toMatchObject({
      price: '900.00',
      list_price: '1000.00',
      discount: '100.00',
      discount_reason: 'siblings',
      remaining_amount: '900.00',
    });
    const paid = await staff.create(courses, installment(id, '20'));
    expect(paid).toMatchObject({ list_price: null, discount: null, discount_reason: null });
    const found = await staff.get(`${courses}?discount_reason=siblings`);
    expect(found.body).toMatchObject({ count: 1, results: [{ id }] });
    const exported = await fetch(`${await server.origin()}/api${courses}export/?format=csv`, {
      headers: staff.authorization,
    });
    expect(await exported.text()).toMatch(/Siblings/);
  });

  it.each([
    // tests/contract/discounts.test.ts has every case of the rule.
    ['a price that does not follow', { ...taken(), price: '950' }, 'discount'],
    ['a reason that the branch has not', taken('100', 'gold'), 'discount_reason'],
  ])('is refused with %s, and nothing is written', async (_what, terms, field) => {
    const answer = await post(terms);
    expect([answer.status, Object.keys(answer.body)[0]], answer.text).toEqual([400, field]);
    expect((await staff.get(courses)).body.count).toBe(0);
  });

  it('is refused with a reason that was removed meanwhile; one that was given for it can still be changed', async () => {
    const { id } = await made(taken());
    await set({ discount_reasons: [staffChild] });
    const late = await post(taken());
    expect(late.body.discount_reason).toEqual(['Siblings was removed from the list. Choose another one.']);
    expect((await patch(id, { notes: 'seen' })).status).toBe(200);
  });

  it.each([
    undefined,
    '0',
  ])('is asked for where the price alone falls below the list price (%s before)', async (discount) => {
    const { id } = await made({ price: '1000', list_price: '1000', discount });
    const lower = { price: '800' };
    for (const answer of [await patch(id, lower), await post({ ...lower, list_price: '1000', discount })])
      expect([answer.status, Object.keys(answer.body)], answer.text).toEqual([400, ['discount']]);
    expect((await patch(id, taken('200'))).status).toBe(200);
  });

  it('that a stored enrolment lacks is asked for only when its prices are changed', async () => {
    const { id } = await made({ price: '1000', list_price: '1000' });
    await server.queryAsOwner('update enrolment set price = 80000 where id = $1', [id]);
    for (const change of [
      { notes: 'seen' },
      { notes: 'again', price: '800', base: { notes: 'seen', price: '800.00' } },
    ])
      expect((await patch(id, change, manager)).status).toBe(200);
    expect((await patch(id, { price: '790' }, manager)).body).toHaveProperty('discount');
  });

  it('is one value with its price: two changes at once conflict', async () => {
    const { id } = await made(taken());
    const seen = { price: '900.00', list_price: '1000.00', discount: '100.00', discount_reason: 'siblings' };
    expect((await patch(id, { ...taken('200'), base: seen })).status).toBe(200);
    const late = await patch(id, { ...taken('50'), base: seen });
    expect(late.status).toBe(409);
    expect(Object.keys(Object(late.body.conflicts))).toEqual(expect.arrayContaining(['price', 'discount']));
  });

  it('of another person is raised by managers alone; staff lower it, and write the list price', async () => {
    const { id } = await made(taken(), manager);
    await expectAnswer(patch(id, { ...taken('200') }), 403, permissions['money.remove-any'].refusal);
    const moved = { list_price: '1100', discount: '200' };
    expect((await patch(id, moved)).status).toBe(403);
    expect((await patch(id, moved, manager)).status).toBe(200);
    expect((await patch(id, { ...taken('50') })).status).toBe(200);
  });

  it('is the last guard of the database: what does not add up cannot be stored', async () => {
    const { id } = await made(taken());
    for (const wrong of [
      'discount = 99',
      'price = 1',
      'list_price = null',
      'discount_reason = null',
      'discount = -1',
    ])
      await expect(server.queryAsOwner(`update enrolment set ${wrong} where id = $1`, [id])).rejects.toThrow(
        /enrolment_/,
      );
  });
});

describe('the limit of staff', () => {
  const refusal = permissions['discounts.any'].refusal;

  it('counts on a create, on a change of their own, and on lines of a collection; managers give more', async () => {
    await set({ staff_discount_limit: '10' });
    const atLimit = await made(taken('100'));
    await expectAnswer(post(taken('100.01')), 403, refusal);
    expect((await patch(atLimit.id, taken('101'))).body.detail).toBe(refusal);
    expect((await patch(atLimit.id, { price: '1' })).body.detail).toBe(refusal);
    const { receipt_number, ...line } = await bodyWith({ ...taken('300'), paid_amount: '10' });
    const collection = { receipt_number, records: [{ resource: 'adult-course', ...line }] };
    await expectAnswer(staff.send('POST', '/collections/', collection), 403, refusal);
    expect((await staff.get(courses)).body.count).toBe(1);
    expect((await manager.send('POST', '/collections/', collection)).status).toBe(201);
    expect((await post(taken('300'), manager)).status).toBe(201);
  });

  it('cannot be got round by a lower price, or by a lower list price than that of the branch', async () => {
    await set({ staff_discount_limit: '10', price_list: [{ resource: 'adult-course', price: '1000' }] });
    expect((await post({ price: '899' })).body.detail).toBe(refusal);
    expect((await post({ ...taken(), list_price: '500', discount: '10', price: '490' })).status).toBe(403);
    expect((await post({ price: '900' })).status).toBe(201);
  });
});

it('a reason that was removed meanwhile is refused at its line of a collection', async () => {
  const { receipt_number, ...line } = await bodyWith({ ...taken(), paid_amount: '10' });
  await set({ discount_reasons: [staffChild] });
  const answer = await staff.send('POST', '/collections/', {
    receipt_number,
    records: [{ resource: 'adult-course', ...line }],
  });
  expect(answer.status).toBe(400);
  expect(answer.body.records).toEqual([
    { discount_reason: ['Siblings was removed from the list. Choose another one.'] },
  ]);
});

it('a family tells who has an enrolment that runs', async () => {
  const phone = '01000000001';
  const [one, other] = [
    await manager.create(students, factory.student({ father_phone: phone })),
    await manager.create(students, factory.student({ father_phone: phone })),
  ];
  const enrolled = async () => {
    const { students: found } = family.parse((await staff.get(`/families/?student=${one.id}`)).body);
    return Object.fromEntries(found.map(({ id, enrolled: runs }) => [id, runs]));
  };
  const given = { period: '1', paid_amount: '0' };
  const { id } = await staff.create(courses, factory.enrolment('adult-course', other.id, given));
  expect(await enrolled()).toEqual({ [one.id]: false, [other.id]: true });
  await patch(id, { custom_date: '2020-01-01' }, manager);
  expect(await enrolled()).toEqual({ [one.id]: false, [other.id]: false });
});

it('a month tells its discounts by reason and person, which add up to the list prices less the prices', async () => {
  const random = seeded(32);
  for (let count = 0; count < 8; count += 1) {
    const discount = Math.floor(random() * 90_000) / 100;
    const terms = { ...taken(discount.toFixed(2), random() < 0.5 ? 'siblings' : 'staff') };
    const price = (1000 - discount).toFixed(2);
    await made({ ...terms, price }, random() < 0.5 ? staff : manager);
  }
  await made({ price: '1000' });
  const answer = await manager.get(monthBreakdownPath(month));
  const { discounts_by_reason = [], discounts_by_person = [] } = monthBreakdown.parse(answer.body);
  const [sums] = await server.queryAsOwner(
    'select sum(list_price - price)::text as total, count(*)::int as count from enrolment where month_id = $1 and discount > 0',
    [month],
  );
  for (const list of [discounts_by_reason, discounts_by_person]) {
    const piastres = list.map(({ total }) => Math.round(Number(total) * 100));
    expect(piastres.reduce((sum, one) => sum + one, 0)).toBe(Number(Object(sums).total));
    expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(Object(sums).count);
  }
});
