import { describe, expect, it } from 'vitest';
import { MONTH_CHECKLIST_PATH } from '#contract/month.ts';
import { courses, deductions, employees, salaries, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const { server, client, factory } = withBranch(() => {
  server.clock.now = new Date('2026-11-20T10:00:00Z');
});

const idsOf = async (path: string) => (await client.listAll(path)).map(({ id }) => id).sort();
const leave = (path: string, id: string, left_on: string | null) =>
  client.send('PATCH', `${path}${id}/`, { left_on });

describe('who is here (decision 133)', () => {
  it('students and employees leave on a day and come back, and lists without a filter show all', async () => {
    for (const [path, body] of [
      [students, () => factory.student()],
      [employees, () => factory.employee()],
    ] as const) {
      const here = await client.create(path, body());
      const gone = await client.create(path, body());
      const soon = await client.create(path, body());
      expect(here.left_on).toBeNull();
      expect((await leave(path, gone.id, '2026-11-20')).body).toMatchObject({ left_on: '2026-11-20' });
      expect((await leave(path, soon.id, '2026-11-21')).status).toBe(200);
      const all = [here.id, gone.id, soon.id].sort();
      expect(await idsOf(path)).toEqual(all);
      expect(await idsOf(`${path}?present=true`)).toEqual([here.id, soon.id].sort());
      expect(await idsOf(`${path}?present=false`)).toEqual([gone.id]);
      expect((await client.get(`${path}?page=1&present=false`)).body.count).toBe(1);
      server.clock.now = new Date('2026-11-21T00:00:01Z');
      expect(await idsOf(`${path}?present=true`)).toEqual([here.id]);
      expect((await leave(path, gone.id, null)).body.left_on).toBeNull();
      expect(await idsOf(`${path}?present=true`)).toEqual([here.id, gone.id].sort());
      server.clock.now = new Date('2026-11-20T10:00:00Z');
    }
  });

  it('the day is checked, the filter too, and a change that clears nothing keeps it', async () => {
    const { id } = await client.create(students, factory.student());
    for (const left_on of ['yesterday', '2026-02-30', 20261120])
      expect((await leave(students, id, left_on as string)).body.left_on).toHaveLength(1);
    expect((await client.get(`${students}?present=maybe`)).status).toBe(400);
    await leave(students, id, '2026-11-01');
    expect((await client.send('PATCH', `${students}${id}/`, { address: 'Maadi' })).body.left_on).toBe(
      '2026-11-01',
    );
  });

  it('a student who left keeps the debts, marked, and can still pay, enrol and be found', async () => {
    const { id } = await client.create(students, factory.student({ name: 'Karim Departed' }));
    await client.create(courses, factory.enrolment('adult-course', id, { price: '300', paid_amount: '0' }));
    await leave(students, id, '2026-11-01');
    const debts = await client.get('/debts/?page=1');
    expect(debts.body).toMatchObject({ count: 1, results: [{ id, left_on: '2026-11-01' }] });
    const found = await client.get('/search/?q=departed');
    expect(found.body).toMatchObject({ students: [{ id, left_on: '2026-11-01' }] });
    await client.create(courses, factory.enrolment('adult-course', id));
  });

  it('an employee who was here in the running month stays on its checklist until the last salary', async () => {
    await client.create('/month/', { name: 'November' });
    server.clock.now = new Date('2026-11-25T10:00:00Z');
    const { id } = await client.create(employees, factory.employee({ salary: '5000' }));
    const unpaid = async () => (await client.get(MONTH_CHECKLIST_PATH)).body.unpaid_employees;
    expect(await unpaid()).toBe(1);
    await leave(employees, id, '2026-11-20');
    expect(await unpaid()).toBe(0);
    await leave(employees, id, '2026-11-21');
    expect(await unpaid()).toBe(1);
    await client.create(deductions, factory.deduction(id, { amount: '100' }));
    expect(await client.create(salaries, { employee: id })).toMatchObject({ amount: '4900.00' });
    expect(await unpaid()).toBe(0);
  });
});
