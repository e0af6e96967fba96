import { describe, expect, it } from 'vitest';
import { capabilityNames } from '#contract/branch.ts';
import { MONTH_CHECKLIST_PATH, month, WAITING_PATH } from '#contract/month.ts';
import { courses, enrol, expenses, installment } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

const TOGGLE = '/month/end-undo/';
const one = (id: unknown) => `${courses}${id}/`;

const { server, client } = withBranch();

const read = async (id: string) => (await client.get(`/month/${id}/`)).body;
const details = async () => (await client.get('/branch/details/')).body;
const waiting = async () => (await client.get(WAITING_PATH)).body;
const dashboard = async () => (await client.get('/dashboard/branch/')).body;

describe('the months of a branch', () => {
  it('are none at the beginning', async () => {
    expect(await details()).toEqual({
      id: String(client.branchId),
      name: expect.stringContaining('Branch'),
      address: 'Nile St. 1',
      current_month: null,
      current_month_name: null,
      generation: expect.stringMatching(/^[\da-f-]{36}$/),
      restored_from: null,
      time_zone: 'Africa/Cairo',
      zone_offset: { at: '2026-03-09T22:00:00.000Z', minutes: 120 },
      day_begins: 0,
      ...Object.fromEntries(capabilityNames.map((name) => [name, true])),
    });
    const zeros = {
      total_income: '0.00',
      franchise_expenses: '0.00',
      total_expenses: '0.00',
      total_profit: '0.00',
      month: null,
      income_by_day: [],
    };
    expect(await dashboard()).toEqual(zeros);
    await expectAnswer(client.send('POST', TOGGLE), 409, {
      detail: 'There is no month yet. Create one first.',
    });
  });

  it('start, end, are re-opened and end again', async () => {
    const { id, ...started } = await client.create('/month/', { name: 'March' });
    expect(started).toMatchObject({
      name: 'March',
      status: 'running',
      start_date: '2026-03-10',
      end_date: null,
    });
    expect(await details()).toMatchObject({ current_month: 'running', current_month_name: 'March' });
    server.clock.now = new Date('2026-03-31T21:59:59Z');
    const ended = await client.send('POST', TOGGLE);
    expect(ended.status).toBe(200);
    expect(ended.body).toMatchObject({
      id,
      status: 'ended',
      end_date: '2026-03-31',
      detail: 'March has ended.',
    });
    expect(month.safeParse(ended.body).error).toBeUndefined();
    expect(await details()).toMatchObject({ current_month: 'ended', current_month_name: 'March' });
    const undone = await client.send('POST', TOGGLE, '', { 'content-type': 'application/json' });
    expect(undone.body).toMatchObject({
      id,
      status: 'running',
      end_date: null,
      detail: 'March is running again.',
    });
    await client.send('POST', TOGGLE);
    expect(await read(id)).toMatchObject({ status: 'ended' });
  });

  it('keeps a name that was given meanwhile, until somebody has seen it', async () => {
    const { id } = await client.create('/month/', { name: 'March' });
    const rename = (name: string, seen: unknown) =>
      client.send('PATCH', `/month/${id}/`, { id, name, base: { name: seen } });
    expect((await rename('Spring', 'March')).body).toMatchObject({ name: 'Spring' });
    const refused = await rename('Ramadan', 'March');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      conflicts: { name: { base: 'March', yours: 'Ramadan', now: 'Spring' } },
      current: { id, name: 'Spring' },
    });
    expect((await rename('Spring', 'March')).status).toBe(200);
    expect((await rename('Ramadan', 'Spring')).body).toMatchObject({ name: 'Ramadan' });
    const invalid = await rename('March', 5);
    expect([invalid.status, Object.keys(invalid.body)]).toEqual([400, ['base']]);
    await client.send('POST', TOGGLE);
  });

  it('can be renamed in any state; nothing else can be set', async () => {
    const { id } = await client.create('/month/', { name: 'March' });
    for (const name of ['Ramadan', 'رمضان']) {
      const renamed = await client.send('PATCH', `/month/${id}/`, {
        id,
        name,
        revenue: '5',
        status: 'ended',
      });
      expect(renamed.status).toBe(200);
      expect(renamed.body).toMatchObject({ name, revenue: '0.00', start_date: '2026-03-10' });
      await client.send('POST', TOGGLE);
    }
    await expectAnswer(client.send('PATCH', `/month/${id}/`, { name: ' ' }), 400, {
      name: ['This cannot be empty'],
    });
  });

  it('can be deleted only without records', async () => {
    const { id } = await client.create('/month/', { name: 'March' });
    const { id: enrolment } = await enrol(client, '100', '10');
    await expectAnswer(client.send('DELETE', `/month/${id}/`), 409, {
      detail:
        'March has 1 adult course enrolment, so deleting is not possible: these records stay for the accounts. Edit what is wrong instead.',
    });
    await client.send('DELETE', one(enrolment));
    const deleted = await client.send('DELETE', `/month/${id}/`);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ detail: 'Month deleted: March.' });
    expect((await client.get(`/month/${id}/`)).status).toBe(404);
    expect(await details()).toMatchObject({ current_month: null });
  });
});

describe('an ended month', () => {
  const HAS_ENDED = { detail: 'March has ended. Undo the month to change its records.' };

  it('keeps its cash figures', async () => {
    await client.create('/month/', { name: 'March' });
    const { id } = await enrol(client, '100', '10');
    const receipt = await client.create(courses, installment(id, '20'));
    const rent = await client.create(expenses, { title: 'Rent', amount: '5', from_drawer: true });
    await client.send('POST', TOGGLE);
    for (const [method, path, body] of [
      ['PATCH', one(id), { paid_amount: '11' }],
      ['PATCH', one(receipt.id), { paid_amount: '19.99' }],
      ['DELETE', one(receipt.id), undefined],
      ['PATCH', `${expenses}${rent.id}/`, { from_drawer: false }],
    ] as const) {
      await expectAnswer(client.send(method, path, body), 409, HAS_ENDED);
    }
    await client.send('POST', TOGGLE);
    expect((await client.send('PATCH', one(receipt.id), { paid_amount: '19.99' })).status).toBe(200);
  });
});

describe('a re-opened month', () => {
  it('stores user and reason, and returns the differences from its figures', async () => {
    const month = await client.create('/month/', { name: 'March' });
    const { id } = await enrol(client, '1000', '100');
    const ended = (await client.send('POST', TOGGLE)).body;
    expect(ended).toMatchObject({ reopened_at: null, reopened_by: null, changes: null });
    const undone = (await client.send('POST', TOGGLE, { reason: '  A receipt was missing ' })).body;
    expect(undone).toMatchObject({
      status: 'running',
      reopened_at: '2026-03-10T09:00:00Z',
      reopened_by: 'Desk Staff',
      reopened_reason: 'A receipt was missing',
      changes: [],
    });
    await client.create(courses, installment(id, '50'));
    await client.create(expenses, { title: 'Rent', amount: '20' });
    const changes = [
      { figure: 'franchise_expenses', label: 'Franchise Expenses', before: '0.00', after: '20.00' },
      { figure: 'expenses', label: 'Total Expenses', before: '0.00', after: '20.00' },
      { figure: 'adult_course_revenue', label: 'Adult_course Revenue', before: '100.00', after: '150.00' },
      { figure: 'revenue', label: 'Total Revenue', before: '100.00', after: '150.00' },
      { figure: 'total_net_profit', label: 'Total Net Profit', before: '100.00', after: '130.00' },
      { figure: 'debts', label: 'Total Debts', before: '900.00', after: '850.00' },
    ];
    expect((await client.get(`/month/${month.id}/`)).body.changes).toEqual(changes);
    expect((await client.send('POST', TOGGLE)).body).toMatchObject({ status: 'ended', changes });
    expect((await client.get(`/month/${month.id}/`)).body.changes).toEqual(changes);
    // A debt that is paid in a later month is no change of the re-opened one.
    await client.create('/month/', { name: 'April' });
    await client.create(courses, installment(id, '400'));
    expect((await client.get(`/month/${month.id}/`)).body).toMatchObject({ debts: '450.00', changes });
  });

  it('that names another month or status than the current one writes nothing', async () => {
    const march = await client.create('/month/', { name: 'March' });
    await client.send('POST', TOGGLE, { expect: 'running', month: march.id });
    const april = await client.create('/month/', { name: 'April' });
    const refusals = [
      [{ expect: 'running', month: march.id }, 'March has already ended.'],
      [{ expect: 'ended', month: march.id }, 'March is no longer the current month; it is April now.'],
      [{ month: march.id }, 'March is no longer the current month; it is April now.'],
      [{ expect: 'ended', month: april.id }, 'April is running again already.'],
      [{ expect: 'ended' }, 'April is running again already.'],
      [{ expect: 'running', month: '999999' }, 'This month does not exist any more.'],
    ] as const;
    const before = [await read(march.id), await read(april.id)];
    for (const [body, detail] of refusals) {
      const { status, body: answer } = await client.send('POST', TOGGLE, body);
      expect([status, answer]).toEqual([409, { detail }]);
    }
    expect([await read(march.id), await read(april.id)]).toEqual(before);
    expect((await client.send('POST', TOGGLE, { month: april.id })).body.status).toBe('ended');
  });

  it.each([
    [{ expect: 'open' }, { expect: ['Use running or ended'] }],
    [{ expect: null }, { expect: ['Use running or ended'] }],
    [{ month: 7 }, { month: ['Invalid input'] }],
    [{ month: 'x y' }, { month: ['Invalid input'] }],
    [{ month: 'november' }, { month: ['Invalid input'] }],
    [
      { expect: 1, month: {} },
      { expect: ['Use running or ended'], month: ['Invalid input'] },
    ],
  ])('answers a malformed expectation %j at its field', async (body, errors) => {
    const { id } = await client.create('/month/', { name: 'March' });
    expect(await client.send('POST', TOGGLE, body)).toMatchObject({ status: 400, body: errors });
    expect((await read(id)).status).toBe('running');
  });

  it('takes what waits if that is asked for, and its history says so', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const { id } = await enrol(client, '1000', '100');
    await client.send('POST', TOGGLE, { expect: 'running' });
    const { id: paid } = await client.create(courses, installment(id, '200'));
    await client.send('POST', TOGGLE, { expect: 'ended', waiting: 'this' });
    expect(await read(march.id)).toMatchObject({
      revenue: '300.00',
      changes: [{ before: '100.00', after: '300.00' }, { figure: 'revenue' }, { figure: 'total_net_profit' }],
    });
    expect((await client.get(one(paid))).body.month).toBe(march.id);
    expect(await waiting()).toEqual({ count: 0, income: '0.00', expenses: '0.00' });
    const history = (await client.get(`/history/?record=${march.id}&resource=month`)).body;
    expect(history.results).toMatchObject([
      { action: 'reopened', after: { waiting: 'this' } },
      { action: 'ended' },
      { action: 'created' },
    ]);
    await expectAnswer(client.send('POST', TOGGLE, { waiting: 'last' }), 400, {
      waiting: ['Use next or this'],
    });
  });

  it('counts nothing of what waits among what is open before it ends', async () => {
    await client.create('/month/', { name: 'March' });
    await client.send('POST', TOGGLE, { expect: 'running' });
    await enrol(client, '1000', '0');
    await client.send('POST', TOGGLE, { expect: 'ended' });
    expect((await client.get(MONTH_CHECKLIST_PATH)).body.unpaid_enrolments).toEqual([]);
    await client.send('POST', TOGGLE, { expect: 'running' });
    await client.send('POST', TOGGLE, { expect: 'ended', waiting: 'this' });
    expect((await client.get(MONTH_CHECKLIST_PATH)).body.unpaid_enrolments).toHaveLength(1);
  });

  it('tells staff how much waits only by number', async () => {
    const staff = await server.newColleague(client, 'staff');
    await enrol(client, '1000', '40');
    expect((await staff.get(WAITING_PATH)).body).toEqual({ count: 1, income: null, expenses: null });
  });

  it('needs no reason, and an unstorable reason is rejected without any change', async () => {
    await client.create('/month/', { name: 'March' });
    await client.send('POST', TOGGLE);
    await expectAnswer(client.send('POST', TOGGLE, { reason: 'x'.repeat(2001) }), 400, {
      reason: ['Use at most 2000 characters'],
    });
    expect((await client.get('/branch/details/')).body.current_month).toBe('ended');
    expect((await client.send('POST', TOGGLE, { reason: null })).body.reopened_reason).toBeNull();
  });
});
