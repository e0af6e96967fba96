import { beforeAll, describe, expect, it } from 'vitest';
import { DEBTS_PATH } from '#contract/debts.ts';
import type { Draft } from '#contract/define-resource.ts';
import { exportPath } from '#contract/exports.ts';
import { REPORTS_PATH, report } from '#contract/reports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { withdrawPath } from '#contract/withdrawals.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, expenses, installment, refunds, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
const buses = resourceOf('bus').path;
const factory = branchFactory(41);
let manager: ApiClient;

const read = async (from: string, until: string, client = manager) =>
  report.parse((await client.get(`${REPORTS_PATH}?from=${from}&until=${until}`)).body);

const file = async (path: string) => {
  const answer = await server.app.inject({ url: `/api${path}`, headers: manager.authorization });
  return { text: answer.payload };
};

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
    expect(march.cash.at(-1)?.category).toBe(null);
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

  it('has its revenue and expenses by day, and by month where it is long', async () => {
    const overTime = async (from: string, until: string) =>
      (await read(from, until)).over_time.map((one) => [one.from, one.revenue, one.expenses]);
    expect(await overTime('2026-03-10', '2026-04-30')).toEqual([
      ['2026-03-10', '400.00', '0.00'],
      ['2026-03-11', '300.00', '0.00'],
      ['2026-03-31', '0.00', '55.50'],
      ['2026-04-02', '100.00', '0.00'],
    ]);
    expect(await overTime('2026-03-01', '2026-07-01')).toEqual([
      ['2026-03-01', '700.00', '55.50'],
      ['2026-04-01', '100.00', '0.00'],
    ]);
  });

  it('tells what was owed at the end of its last day, whatever was paid, paid back and forgiven later', async () => {
    server.clock.now = new Date('2026-04-20T08:00:00Z');
    const other = await server.newClient();
    await other.create('/month/', { name: 'November' });
    const { id } = await other.create(students, factory.student());
    const enrol = (given: Draft) =>
      other.create(courses, factory.enrolment('adult-course', id, { price: '1000', ...given }));
    const paid = await enrol({ paid_amount: '400', custom_date: '2026-03-10' });
    const left = await enrol({ paid_amount: '100', custom_date: '2026-03-20' });
    await other.create(courses, installment(paid.id, '100', { custom_date: '2026-04-02' }));
    const refund = (amount: string, forgive: boolean, custom_date: string) =>
      other.create(refunds, {
        student: id,
        resource: 'adult-course',
        related_record: paid.id,
        amount,
        forgive,
        custom_date,
        reason: 'Paid twice',
        receipt_number: `R${amount}`,
      });
    await refund('50', false, '2026-04-05');
    await refund('20', true, '2026-04-06');
    const withdrawn = await other.send('POST', withdrawPath(courses, left.id), {
      left_on: '2026-04-10',
      keep: '100',
      reason: 'Moved away',
    });
    expect(withdrawn.status).toBeLessThan(300);
    const owed = async (until: string) => (await read('2026-03-01', until, other)).debts;
    expect(await owed('2026-03-09')).toBe('0.00');
    expect(await owed('2026-03-10')).toBe('600.00');
    expect(await owed('2026-03-31')).toBe('1500.00');
    expect(await owed('2026-04-02')).toBe('1400.00');
    expect(await owed('2026-04-05')).toBe('1450.00');
    expect(await owed('2026-04-09')).toBe('1450.00');
    expect(await owed('2026-04-10')).toBe('550.00');
    const { remaining } = (await other.get(DEBTS_PATH)).body.totals as { remaining: string };
    expect(await owed('2099-12-31')).toBe(remaining);
  });

  it('is a file by kind, method, person and category, also of one method alone', async () => {
    const { text } = await file(
      `${exportPath(REPORTS_PATH)}?format=csv&from=2026-03-01&until=2026-03-31&recorded_by=${manager.userId}`,
    );
    const [headings, ...lines] = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    expect(headings).toBe('Kind,Payment Method,Taken by,Category,How many,Amount');
    expect(
      lines.map((line) =>
        line
          .split(',')
          .filter((_, at) => at !== 2)
          .join(','),
      ),
    ).toEqual(['Adult Courses,Cash,,1,400.00', 'Bus,Cash,,1,300.00', 'Expenses,Cash,,1,55.50']);
    const none = await file(
      `${exportPath(REPORTS_PATH)}?format=csv&from=2026-03-01&until=2026-03-31&payment_method=card`,
    );
    expect(none.text.trim().split(/\r?\n/)).toHaveLength(1);
  });

  it.each([
    ['', { from: ['Enter a date such as 2026-11-30'], until: ['Enter a date such as 2026-11-30'] }],
    ['?from=2026-02-30&until=2026-03-01', { from: ['Enter a date such as 2026-11-30'] }],
    ['?from=2026-03-02&until=2026-03-01', { until: ['The last day is before the first'] }],
  ])('refuses the days of "%s" with a message at each', async (query, problems) => {
    await expectAnswer(manager.get(`${REPORTS_PATH}${query}`), 400, problems);
  });
});
