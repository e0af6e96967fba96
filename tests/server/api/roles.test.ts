import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { debtOfStudent } from '#contract/debts.ts';
import { permissionNames } from '#contract/permissions.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { openEvents } from '../../support/event-client.ts';
import { books, deductions, employees, orders, payable, payouts, salaries } from './bodies.ts';
import { withDesk } from './with-server.ts';

const factory = branchFactory(21);
const { server, manager, staff } = withDesk();

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const keyed = () => ({ 'idempotency-key': randomUUID() });

describe('the pay of employees', () => {
  const employee = () => manager.create(employees, { ...factory.employee(), salary: '7771.00' });

  it('is in no answer to staff: record, list, totals, change, conflict, history', async () => {
    const { id } = await employee();
    await manager.create(deductions, { ...factory.deduction(id), amount: '77.71' });
    await manager.create(salaries, { employee: id });
    await manager.send('PATCH', `${employees}${id}/`, { salary: '7772.00' });
    const path = `${employees}${id}/`;
    const answers = [
      await staff.get(path),
      await staff.get(`${employees}?totals=true&search=${encodeURIComponent('7771')}`),
      await staff.get(`${employees}?no_pagination=true&totals=true`),
      await staff.send('PATCH', path, { job_title: 'Teacher', base: { job_title: 'Nobody' } }, keyed()),
      await staff.send('PATCH', path, { job_title: 'Teacher', base: { job_title: 'Nobody' } }),
      await staff.send('PATCH', path, { job_title: 'Driver' }, keyed()),
      await staff.get(`/history/?no_pagination=true&user=${manager.userId}`),
      await staff.get(`/history/?resource=employee&record=${id}`),
      await staff.get('/month/?no_pagination=true'),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/777[12]\.|77\.71|7693\./);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 409, 200, 200, 200, 200]);
    expect(answers[3]?.body.current).toMatchObject({ id, job_title: expect.any(String) });
    expect((await manager.get(path)).body.salary).toBe('7772.00');
    for (const resource of ['salary', 'deduction']) {
      expect((await staff.get(`/history/?resource=${resource}`)).body.count).toBe(0);
      expect((await manager.get(`/history/?resource=${resource}`)).body.count).toBe(1);
    }
  });

  it('is neither changed, nor guessed from a base or an order by staff', async () => {
    const { id } = await employee();
    const path = `${employees}${id}/`;
    for (const body of [{ salary: '1.00' }, { name: 'Hany Samir', base: { name: 'x', salary: '7771.00' } }]) {
      const answer = await staff.send('PATCH', path, body);
      expect([answer.status, answer.body.detail]).toEqual([
        403,
        'Only managers record salaries, advances, bonuses, deductions and what employees earn.',
      ]);
    }
    // An app that had read the whole record sends it whole, with the base of what was touched.
    const whole = { name: 'Hany Samir', salary: '1.00', base: { name: (await manager.get(path)).body.name } };
    expect((await staff.send('PATCH', path, whole)).status).toBe(200);
    expect((await manager.get(path)).body).toMatchObject({ name: 'Hany Samir', salary: '7771.00' });
    for (const order of ['salary', '-salary'])
      expect((await staff.get(`${employees}?ordering=${order}`)).status).toBe(403);
    expect((await staff.get(`${employees}?ordering=name`)).status).toBe(200);
    expect((await staff.get(`${books}?ordering=profit`)).status).toBe(403);
  });

  it('comes again for a role that may see it: an entity tag of the partial record does not match', async () => {
    const { id } = await employee();
    const path = `${employees}${id}/`;
    const [partial, whole] = [await staff.get(path), await manager.get(path)];
    const tags = [String(partial.headers.etag), String(whole.headers.etag)];
    expect(tags[0]).not.toBe(tags[1]);
    expect((await manager.get(path, { 'if-none-match': tags[0] ?? '' })).status).toBe(200);
    expect((await staff.get(path, { 'if-none-match': tags[1] ?? '' })).status).toBe(200);
    expect((await staff.get(path, { 'if-none-match': tags[0] ?? '' })).status).toBe(304);
    const change = await staff.send('PATCH', path, { job_title: 'Cook' }, { 'if-match': tags[0] ?? '' });
    expect(change.status).toBe(200);
    const [listed, whole2] = [await staff.get(employees), await manager.get(employees)];
    expect(listed.headers.etag).not.toBe(whole2.headers.etag);
  });

  it('is left out of a stored answer for somebody who became staff meanwhile', async () => {
    const { id } = await employee();
    const request = [
      'PATCH',
      `${employees}${id}/`,
      { salary: '7773.00', base: { salary: '7771.00' } },
      keyed(),
    ] as const;
    expect((await manager.send(...request)).body.salary).toBe('7773.00');
    const ended = ['POST', '/month/', { name: 'April' }, keyed()] as const;
    await manager.send('POST', '/month/end-undo/', {});
    expect((await manager.send(...ended)).body).toHaveProperty('revenue');
    await server.db
      .updateTable('app_user')
      .set({ account_type: 'staff' })
      .where('id', '=', manager.userId)
      .execute();
    const other = await server.newColleague(manager, 'manager');
    // Another change of the same user by this process makes it look at the role again.
    await other.send('PATCH', `/users/${manager.userId}/`, { first_name: 'Former' });
    const repeated = await manager.send(...request);
    expect(repeated.status).toBe(200);
    expect(repeated.body).not.toHaveProperty('salary');
    expect((await manager.send(...ended)).body).not.toHaveProperty('revenue');
  });

  it('is told by no event to staff', async () => {
    const origin = await server.origin();
    const staffStream = await openEvents(origin, await server.tokenOf(staff));
    const managerStream = await openEvents(origin, await server.tokenOf(manager));
    const { id } = await employee();
    await staffStream.until(({ resources }) => isEqual(resources, ['employee']));
    await manager.create(deductions, factory.deduction(id));
    await managerStream.until(({ resources }) => isEqual(resources, ['deduction']));
    // They are told that something changed, so that their version stays the newest.
    await staffStream.until(({ resources }) => isEqual(resources, []));
    expect(staffStream.text()).not.toContain('deduction');
    staffStream.close();
    managerStream.close();
  });
});

describe('the figures of months', () => {
  it('are in no answer to staff, who see months without them', async () => {
    const { id: book } = await manager.create(books, factory.book());
    await manager.create(orders, factory.bookOrder(book, { paid_amount: '5551.00', price: '5551.00' }));
    const [month] = await staff.listAll('/month/');
    const texts = [
      await staff.get('/month/'),
      await staff.get(`/month/${month?.id}/`),
      await staff.send('PATCH', `/month/${month?.id}/`, { name: 'April' }, keyed()),
      await staff.get('/history/?resource=month'),
    ].map(({ text }) => text);
    for (const text of texts) expect(text).not.toMatch(/5551\.|revenue|profit|expenses|debts/);
    expect(Object.keys(month ?? {}).sort()).toEqual(
      [
        'end_date',
        'id',
        'name',
        'reopened_at',
        'reopened_by',
        'reopened_reason',
        'start_date',
        'status',
      ].sort(),
    );
    expect((await manager.get(`/month/${month?.id}/`)).body.book_expenses).toBe('5551.00');
    expect((await staff.get(`${books}${book}/`)).body).not.toHaveProperty('profit');
    expect((await manager.get(`${books}${book}/`)).body).toHaveProperty('profit');
  });
});

describe('money of another person or of another day', () => {
  it('tells at the student which prices were lowered, by whom and when', async () => {
    const bus = await payable(manager, 'bus', { price: '3600', paid: '900' }, factory);
    await manager.send('PATCH', `/bus/${bus.id}/`, { price: '4000' });
    server.clock.now = new Date('2026-03-12T09:00:00Z');
    await manager.send('PATCH', `/bus/${bus.id}/`, { price: '900' });
    const { body } = await staff.get(`/debts/${bus.student}/`);
    expect(debtOfStudent.parse(body).lowered_prices).toEqual([
      {
        resource: 'bus',
        record: bus.id,
        from: '4000.00',
        to: '900.00',
        by: expect.stringMatching(/^Desk Staff/),
        approved_by: null,
        at: expect.stringMatching(/^2026-03-12T09:00/),
      },
    ]);
    const payout = await payable(manager, 'book-payout', { price: '60' }, factory);
    await manager.send('PATCH', `${payouts}${payout.id}/`, { quantity: '3' });
    server.clock.now = new Date('2026-03-12T09:01:00Z');
    await manager.send('PATCH', `${payouts}${payout.id}/`, { quantity: '1' });
    const known = debtOfStudent.parse((await staff.get(`/debts/${payout.student}/`)).body).lowered_prices;
    expect(known).toMatchObject([{ resource: 'book-payout', from: '180.00', to: '60.00' }]);
  });
});

describe('the profile', () => {
  it('names what its user may do', async () => {
    expect((await manager.get('/auth/user/')).body.permissions).toEqual(permissionNames);
    expect((await staff.get('/auth/user/')).body).toMatchObject({
      account_type: 'staff',
      permissions: [
        'records.read',
        'records.write',
        'money.remove-own',
        'history.read',
        'drawer.close-own',
        'months.read',
        'months.start',
      ],
    });
    const raised = await staff.send('PATCH', '/auth/user/', {
      account_type: 'manager',
      permissions: ['users.manage'],
    });
    expect(raised.body.account_type).toBe('staff');
    expect((await staff.get('/users/')).status).toBe(403);
  });
});
