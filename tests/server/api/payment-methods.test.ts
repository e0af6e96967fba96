import { describe, expect, it } from 'vitest';
import { branchSettings, SETTINGS_PATH } from '#contract/branch-settings.ts';
import { CLOSES_PATH, closeAnswer, openDrawers, ownDrawer } from '#contract/closes.ts';
import { monthBreakdown, monthBreakdownPath } from '#contract/month.ts';
import { collected, courses, enrol, expenses, installment, payable, storedLines } from './bodies.ts';
import { withDesk } from './with-server.ts';

const instapay = {
  id: 'instapay',
  name: 'InstaPay',
  name_ar: 'إنستاباي',
  kind: 'wallet',
  asks_reference: true,
};
const card = { id: 'card', name: 'Card', name_ar: '', kind: 'card', asks_reference: false };

const { server, manager, staff, factory } = withDesk(async () => {
  await offer([instapay, card]);
});

const part = (payment_method: string, amount: string) => ({ payment_method, amount });
const change = (payment_methods: unknown, more: object = {}) =>
  manager.send('PATCH', SETTINGS_PATH, { payment_methods, ...more });
async function offer(methods: unknown): Promise<void> {
  const answer = await change(methods);
  expect(answer.status, answer.text).toBe(200);
}
const settings = async () => branchSettings.parse((await staff.get(SETTINGS_PATH)).body);
const close = async (body: object, by = staff) => closeAnswer.parse(await by.must('POST', CLOSES_PATH, body));
const readDrawer = async (by = staff) => ownDrawer.parse((await by.get(`${CLOSES_PATH}own/`)).body);
const byInstapay = (reference = 'TX-1') => ({ payment_method: 'instapay', payment_reference: reference });

describe('the methods of a branch', () => {
  it('are declared, begin with cash, and keep the names of removed ones', async () => {
    expect((await staff.get('/branch/details/')).body.payment_methods).toBe(true);
    const offered = (await settings()).payment_methods ?? [];
    expect(offered.map(({ id, kind }) => [id, kind])).toEqual([
      ['cash', 'cash'],
      ['instapay', 'wallet'],
      ['card', 'card'],
    ]);
    await offer([...offered.filter(({ id }) => id !== 'instapay')]);
    const after = await settings();
    expect(after.payment_methods?.map(({ id }) => id)).toEqual(['cash', 'card']);
    expect(after.removed_payment_methods).toEqual([instapay]);
    await offer([card, instapay]);
    expect((await settings()).removed_payment_methods).toEqual([]);
  });

  it.each([
    ['another cash', [{ ...card, kind: 'cash' }]],
    ['one id twice', [card, card]],
    ['no name', [{ ...card, name: ' ' }]],
    ['a wrong id', [{ ...card, id: 'A card' }]],
    ['thirteen of them', Array.from({ length: 13 }, (_, index) => ({ ...card, id: `card-${index}` }))],
    ['no list', 'card'],
  ])('are refused with %s', async (_what, methods) => {
    const { status, body } = await change(methods);
    expect(status).toBe(400);
    expect(Object.keys(body)[0]).toMatch(/^payment_methods/);
    expect((await settings()).payment_methods).toHaveLength(3);
  });

  it('of two changes at once keep one, and the other conflicts', async () => {
    const seen = (await settings()).payment_methods;
    await offer([card]);
    const late = await change([instapay], { base: { payment_methods: seen } });
    expect(late.status).toBe(409);
    expect(Object.keys(Object(late.body.conflicts))).toEqual(['payment_methods']);
  });
});

describe('a record that is paid', () => {
  it('is cash where nothing is said, and keeps its method and reference', async () => {
    const { id } = await enrol(staff, '300', '30', factory);
    expect((await staff.get(`${courses}${id}/`)).body).toMatchObject({
      payment_method: 'cash',
      payment_reference: null,
    });
    const paid = await staff.create(courses, { ...installment(id, '20'), ...byInstapay() });
    expect(paid).toMatchObject({ payment_method: 'instapay', payment_reference: 'TX-1' });
    const list = await staff.get(`${courses}?payment_method=instapay&totals=true`);
    expect(list.body).toMatchObject({
      count: 1,
      totals: { paid_amount: '20.00' },
      totals_by_method: { instapay: '20.00' },
    });
    expect((await staff.get(`${courses}?totals=true`)).body).toMatchObject({
      totals: { paid_amount: '50.00' },
      totals_by_method: { cash: '30.00', instapay: '20.00' },
    });
    const exported = await fetch(`${await server.origin()}/api${courses}export/?format=csv`, {
      headers: staff.authorization,
    });
    expect(await exported.text()).toContain('InstaPay');
  });

  it.each([
    ['a method that there never was', { payment_method: 'gold' }, 'payment_method'],
    ['a method without the reference that it asks for', { payment_method: 'instapay' }, 'payment_reference'],
    ['a method that is no id', { payment_method: '؟' }, 'payment_method'],
  ])('is refused with %s, and nothing is written', async (_what, how, field) => {
    const { id } = await enrol(staff, '300', '30', factory);
    const answer = await staff.send('POST', courses, { ...installment(id, '20'), ...how });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
    expect((await staff.get(courses)).body.count).toBe(1);
    expect((await readDrawer()).methods).toEqual([]);
  });

  it('is refused with a method that was removed meanwhile; one that was paid by it can still be changed', async () => {
    const { id } = await enrol(staff, '300', '30', factory);
    const paid = await staff.create(courses, { ...installment(id, '20'), ...byInstapay() });
    await offer([card]);
    const refused = await staff.send('POST', courses, { ...installment(id, '5'), ...byInstapay('TX-2') });
    expect(refused.status).toBe(400);
    expect(refused.body.payment_method).toEqual([
      'InstaPay was removed from the methods. Choose another one.',
    ]);
    await staff.must('PATCH', `${courses}${paid.id}/`, { notes: 'seen' });
  });
});

describe('a drawer close', () => {
  it('counts cash alone, and takes what came by other methods to be ticked off', async () => {
    const { id } = await enrol(staff, '300', '30', factory);
    await staff.create(courses, { ...installment(id, '20'), ...byInstapay() });
    await staff.create(courses, { ...installment(id, '7'), payment_method: 'card' });
    await staff.create(expenses, { title: 'Water', amount: '4', payment_method: 'card' });
    const before = await readDrawer();
    expect(before.taken).toMatchObject({ count: 3, total: '57.00' });
    expect(before.methods).toEqual([
      { payment_method: 'card', count: 1, total: '7.00' },
      { payment_method: 'instapay', count: 1, total: '20.00' },
    ]);
    const { drawers, taken } = openDrawers.parse((await manager.get(`${CLOSES_PATH}open/`)).body);
    expect(drawers).toMatchObject([{ count: 3, expected: '30.00' }]);
    expect(taken).toMatchObject({ count: 3, total: '57.00' });
    expect(taken?.methods?.map(({ payment_method, total }) => [payment_method, total])).toEqual([
      ['cash', '30.00'],
      ['instapay', '20.00'],
      ['card', '7.00'],
    ]);
    const made = await close({
      other: '30',
      float: '0',
      methods: [{ payment_method: 'instapay', found: '20' }],
    });
    expect(made).toMatchObject({ expected: '30.00', difference: '0.00' });
    expect(made.methods).toEqual([
      { payment_method: 'card', count: 1, total: '7.00', found: null, reason: null },
      { payment_method: 'instapay', count: 1, total: '20.00', found: '20.00', reason: null },
    ]);
    const read = closeAnswer.parse((await staff.get(`${CLOSES_PATH}${made.id}/`)).body);
    expect(read.lines?.map(({ payment_method, amount }) => [payment_method, amount])).toEqual([
      ['cash', '30.00'],
      ['instapay', '20.00'],
      ['card', '7.00'],
    ]);
    expect(read.line_count).toBe(3);
    expect((await readDrawer()).methods).toEqual([]);
  });

  it('asks why another sum was found, and writes nothing before', async () => {
    const { id } = await enrol(staff, '300', '0', factory);
    await staff.create(courses, { ...installment(id, '20'), ...byInstapay() });
    const found = { payment_method: 'instapay', found: '25' };
    const refused = await staff.send('POST', CLOSES_PATH, { other: '0', float: '0', methods: [found] });
    expect(refused.status).toBe(400);
    expect(refused.body.methods).toEqual([
      'InstaPay comes to L.E. 20.00 here. Look again, or say why it differs.',
    ]);
    expect((await manager.get(CLOSES_PATH)).body.count).toBe(0);
    expect((await readDrawer()).methods).toHaveLength(1);
    const made = await close({ other: '0', float: '0', methods: [{ ...found, reason: 'A gift' }] });
    expect(made.methods).toMatchObject([{ total: '20.00', found: '25.00', reason: 'A gift' }]);
  });

  it('agrees where more went back by a method than came in, and asks why another sum below zero was found', async () => {
    const { id } = await enrol(staff, '300', '0', factory);
    await staff.create(courses, { ...installment(id, '20'), payment_method: 'card' });
    const back = { resource: 'adult-course', related_record: id, amount: '15', payment_method: 'card' };
    await manager.create('/refunds/', { ...back, reason: 'Paid twice' });
    expect((await readDrawer(manager)).methods).toEqual([
      { payment_method: 'card', count: 1, total: '-15.00' },
    ]);
    const closing = (found: string) => ({
      ...{ other: '0', float: '0' },
      methods: [{ payment_method: 'card', found }],
    });
    for (const found of ['-14', '15', '--15', '-100000000'])
      expect((await manager.send('POST', CLOSES_PATH, closing(found))).status).toBe(400);
    expect((await close(closing('-15.00'), manager)).methods).toMatchObject([
      { total: '-15.00', found: '-15.00' },
    ]);
  });
});

describe('a collection', () => {
  const collect = (body: object) => staff.send('POST', '/collections/', { receipt_number: '77', ...body });
  const debts = async () => {
    const bus = (await payable(staff, 'bus', { price: '100' }, factory)).id;
    const payout = (await payable(manager, 'book-payout', { price: '60' }, factory)).id;
    return [
      { resource: 'bus', related_record: bus, paid_amount: '100' },
      { resource: 'book-payout', related_record: payout, paid_amount: '50' },
    ];
  };

  it('is paid by one method, or in parts that split its payments', async () => {
    const payments = await debts();
    const answer = await collect({
      payments,
      tenders: [part('cash', '70'), { ...byInstapay('TX-9'), amount: '80' }],
    });
    expect(answer.status, answer.text).toBe(201);
    const made = collected(answer.body);
    expect(made.total).toBe('150.00');
    expect(made.tenders).toEqual([
      { payment_method: 'cash', payment_reference: null, amount: '70.00' },
      { payment_method: 'instapay', payment_reference: 'TX-9', amount: '80.00' },
    ]);
    expect(made.payments.map((row) => [row.resource, row.paid_amount, row.payment_method])).toEqual([
      ['bus', '70.00', 'cash'],
      ['book-payout', '50.00', 'instapay'],
      ['bus', '30.00', 'instapay'],
    ]);
    expect((await readDrawer()).methods).toEqual([{ payment_method: 'instapay', count: 2, total: '80.00' }]);
    expect((await readDrawer()).taken).toMatchObject({ count: 1, total: '150.00' });
    const { taken } = openDrawers.parse((await manager.get(`${CLOSES_PATH}open/`)).body);
    expect(taken).toMatchObject({ count: 1, total: '150.00', people: [{ count: 1 }] });
    const read = storedLines((await staff.get(`/collections/${made.id}/`)).body);
    expect(read.tenders).toEqual(made.tenders);
    const whole = await collect({ payments: [(await debts())[0]], payment_method: 'card' });
    expect(collected(whole.body).payments).toMatchObject([{ payment_method: 'card' }]);
  });

  it('splits the first payment of a new enrolment into it and an installment', async () => {
    const student = await staff.create('/students/', factory.student());
    const {
      price: _price,
      paid_amount: _paid,
      receipt_number: _receipt,
      ...bus
    } = factory.enrolment('bus', student.id);
    const answer = await collect({
      records: [{ resource: 'bus', ...bus, price: '100', paid_amount: '60' }],
      tenders: [part('card', '45'), part('cash', '15')],
    });
    expect(answer.status, answer.text).toBe(201);
    const tooMuch = await collect({
      records: [{ resource: 'bus', ...bus, price: '50', paid_amount: '60' }],
      tenders: [part('card', '45'), part('cash', '15')],
    });
    expect([tooMuch.status, tooMuch.body.records]).toEqual([400, [{ paid_amount: [expect.any(String)] }]]);
    const { records, payments } = collected(answer.body);
    expect(records).toMatchObject([{ paid_amount: '45.00', payment_method: 'card' }]);
    expect(payments).toMatchObject([{ paid_amount: '15.00', payment_method: 'cash' }]);
    expect((await staff.get(`/bus/${records[0]?.id}/`)).body.remaining_amount).toBe('40.00');
  });

  it.each([
    ['parts that do not come to the sum', { tenders: [part('card', '149')] }, 'tenders'],
    ['one method and parts', { payment_method: 'card', tenders: [part('card', '150')] }, 'payment_method'],
    ['a method that there never was', { payment_method: 'gold' }, 'payment_method'],
    ['a part of a method that there never was', { tenders: [part('gold', '150')] }, 'tenders'],
    ['a part of nothing', { tenders: [part('cash', '150'), part('card', '0')] }, 'tenders'],
    ['a part without the reference that it asks for', { tenders: [part('instapay', '150')] }, 'tenders'],
  ])('is refused with %s, and nothing is written', async (_what, how, field) => {
    const answer = await collect({ payments: await debts(), ...how });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
    expect((await staff.get('/collections/')).body.count).toBe(0);
    expect((await readDrawer()).methods).toEqual([]);
  });
});

describe('the category of an expense', () => {
  const rent = { id: 'rent', name: 'Rent', name_ar: 'إيجار' };
  const categorise = (expense_categories: unknown) =>
    manager.send('PATCH', SETTINGS_PATH, { expense_categories });

  it('is from the list of the branch, filters the list and stands in its file', async () => {
    expect((await categorise([rent, rent])).status).toBe(400);
    expect((await categorise([rent])).body).toMatchObject({ expense_categories: [rent], version: 2 });
    const body = { title: 'November', amount: '900', category: 'rent', notes: 'Until the 5th' };
    expect(await staff.create(expenses, body)).toMatchObject({ category: 'rent', notes: 'Until the 5th' });
    await staff.create(expenses, { title: 'Water', amount: '4' });
    expect((await staff.get(`${expenses}?category=rent&totals=true`)).body).toMatchObject({
      count: 1,
      totals: { amount: '900.00' },
    });
    const [month] = await manager.listAll('/month/');
    const { expenses_by_category } = monthBreakdown.parse(
      (await manager.get(monthBreakdownPath(String(month?.id)))).body,
    );
    expect(expenses_by_category).toEqual([
      { category: 'rent', count: 1, total: '900.00' },
      { category: null, count: 1, total: '4.00' },
    ]);
    const file = await fetch(`${await server.origin()}/api${expenses}export/?format=csv`, {
      headers: { ...staff.authorization, 'accept-language': 'ar' },
    });
    expect(await file.text()).toContain('إيجار');
  });

  it('is refused where it is not offered, and stays on a record where it was removed since', async () => {
    await categorise([rent]);
    const { id } = await staff.create(expenses, { title: 'November', amount: '900', category: 'rent' });
    await categorise([]);
    const refused = await staff.send('POST', expenses, { title: 'December', amount: '1', category: 'rent' });
    expect([refused.status, refused.body]).toEqual([
      400,
      { category: ['Rent was removed from the list. Choose another one.'] },
    ]);
    expect((await staff.send('PATCH', `${expenses}${id}/`, { notes: 'paid' })).body).toMatchObject({
      category: 'rent',
      notes: 'paid',
    });
    expect((await staff.send('PATCH', `${expenses}${id}/`, { category: '' })).body.category).toBeNull();
    const { expense_categories, removed_expense_categories } = await settings();
    expect([expense_categories, removed_expense_categories]).toEqual([[], [rent]]);
  });
});
