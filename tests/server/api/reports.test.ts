import { beforeAll, describe, expect, it } from 'vitest';
import type { Draft } from '#contract/define-resource.ts';
import { REPORTS_PATH, report } from '#contract/reports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, expenses, installment, students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
const buses = resourceOf('bus').path;
const factory = branchFactory(41);
let manager: ApiClient;

const read = async (from: string, until: string, client = manager) =>
  report.parse((await client.get(`${REPORTS_PATH}?from=${from}&until=${until}`)).body);

beforeAll(async () => {
  manager = await server.newClient();
  await manager.create('/month/', { name: 'November' });
  const { id } = await manager.create(students, factory.student());
  const enrol = (path: string, kind: 'adult-course' | 'bus', given: Draft) =>
    manager.create(path, factory.enrolment(kind, id, given));
  const course = await enrol(courses, 'adult-course', {
    price: '1000',
    paid_amount: '400',
    custom_date: '2026-03-10',
  });
  await manager.create(courses, installment(course.id, '100', { custom_date: '2026-04-02' }));
  const ride = await enrol(buses, 'bus', {
    price: '300',
    paid_amount: '300',
    custom_date: '2026-03-11',
    ends_on: '2026-04-10',
  });
  await enrol(buses, 'bus', {
    price: '300',
    paid_amount: '0',
    custom_date: '2026-04-11',
    renews: ride.id,
  });
  await manager.create(
    expenses,
    factory.expense({ amount: '55.50', custom_date: '2026-03-31', category: null }),
  );
});

describe('a report', () => {
  it('has the money of its days by kind, method and person, both days included', async () => {
    const march = await read('2026-03-10', '2026-03-31');
    const sums = march.cash.map(({ resource, payment_method, count, total }) => [
      resource,
      payment_method,
      count,
      total,
    ]);
    expect(sums).toEqual([
      ['adult-course', 'cash', 1, '400.00'],
      ['bus', 'cash', 1, '300.00'],
      ['expense', 'cash', 1, '55.50'],
    ]);
    expect(
      march.cash.every(({ recorded_by, name }) => recorded_by === String(manager.userId) && name !== ''),
    ).toBe(true);
    expect(march.expenses_by_category).toEqual([{ category: null, count: 1, total: '55.50' }]);
    expect((await read('2026-04-01', '2026-04-30')).cash).toMatchObject([
      { resource: 'adult-course', total: '100.00' },
    ]);
    expect((await read('2026-03-12', '2026-03-30')).cash).toEqual([]);
  });

  it('tells enrolments that began, were renewed and ended', async () => {
    expect((await read('2026-03-01', '2026-03-31')).enrolments).toEqual([
      { resource: 'adult-course', started: 1, renewed: 0, ended: 0 },
      { resource: 'bus', started: 1, renewed: 0, ended: 0 },
    ]);
    expect((await read('2026-04-10', '2026-04-11')).enrolments).toEqual([
      { resource: 'bus', started: 0, renewed: 1, ended: 1 },
    ]);
  });

  it('shows nothing of another branch, and nothing to staff', async () => {
    const stranger = await server.newClient();
    expect(await read('2026-01-01', '2026-12-31', stranger)).toMatchObject({
      cash: [],
      enrolments: [],
      drawers: { closes: 0, differing: 0, difference: '0.00' },
    });
    const staff = await server.newColleague(manager, 'staff');
    expect((await staff.get(`${REPORTS_PATH}?from=2026-01-01&until=2026-12-31`)).status).toBe(403);
  });

  it.each([
    ['', { from: ['Enter a date such as 2026-11-30'], until: ['Enter a date such as 2026-11-30'] }],
    ['?from=2026-02-30&until=2026-03-01', { from: ['Enter a date such as 2026-11-30'] }],
    ['?from=2026-03-02&until=2026-03-01', { until: ['The last day is before the first'] }],
  ])('refuses the days of "%s" with a message at each', async (query, problems) => {
    const answer = await manager.get(`${REPORTS_PATH}${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(problems);
  });
});
