import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { liveHistory } from '../reckoning/lived-history.ts';
import type { Reckoning } from '../reckoning/reckoning.ts';
import { books, courses, installment, payouts, stock, students } from './bodies.ts';
import { recount } from './recount.ts';
import { type Desk, type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

const OPERATIONS = 300;

let server: ServerUnderTest;
beforeAll(async () => {
  server = await serverUnderTest();
});
afterAll(() => server.close());

describe.each([1, 2])('history %i', (seed) => {
  let desk: Desk;
  let reckoning: Reckoning;
  beforeAll(async () => {
    desk = await server.newDesk();
    reckoning = await liveHistory({
      desk,
      seed,
      operations: OPERATIONS,
      onTurn: (turn) => {
        server.clock.now = new Date(Date.UTC(2026, 0, 1 + turn));
      },
    });
  });

  test('has something of everything', () => {
    expect(reckoning.months.length).toBeGreaterThan(2);
    expect(reckoning.all().length).toBeGreaterThan(40);
    for (const name of ['book-order', 'book-payout', 'salary', 'deduction', 'expense'] as const) {
      expect(reckoning.all(name).length, name).toBeGreaterThan(0);
    }
  });

  test('leaves each month with the figures of the reckoning', async () => {
    for (const month of reckoning.months) {
      const { body } = await desk.get(`/month/${month.id}/`);
      expect(body).toMatchObject({
        ...reckoning.figures(month),
        status: month.running ? 'running' : 'ended',
      });
    }
    const current = reckoning.running() ?? reckoning.months.at(-1);
    const figures: Record<string, string> = current ? reckoning.figures(current) : {};
    const { income_by_day, ...sums } = (await desk.get('/dashboard/branch/')).body;
    expect(sums).toEqual({
      total_income: figures.revenue,
      franchise_expenses: figures.franchise_expenses,
      total_expenses: figures.expenses,
      total_profit: figures.total_net_profit,
    });
    const days = z.array(z.object({ day: z.iso.date(), income: z.string() })).parse(income_by_day);
    expect(formatDecimal(sum(days.map(({ income }) => parsePiastres(income))))).toBe(figures.revenue);
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).sort());
  });

  test('leaves each record with what it should', async () => {
    for (const name of resourceNames.filter((one) => reckoning.all(one).length > 0)) {
      const rows = await desk.all(resourceOf(name).path);
      const expected = reckoning.all(name);
      expect(rows.map((row) => row.id).sort(), name).toEqual(expected.map(({ id }) => id).sort());
      for (const entry of expected) {
        const row = rows.find(({ id }) => id === entry.id);
        expect(row?.paid_amount ?? row?.amount, name).toBe(formatDecimal(entry.paid));
        expect(row?.month, name).toBe(entry.month ?? null);
        if (name === 'deduction') expect(row?.settled_by).toBe(entry.settledBy ?? null);
        else if (typeof row?.remaining_amount === 'string') {
          expect(row.remaining_amount, name).toBe(formatDecimal(reckoning.remaining(entry)));
        }
      }
    }
  });

  test('leaves each book with its stock and profit', async () => {
    for (const { id } of reckoning.books) {
      expect((await desk.get(`${books}${id}/`)).body).toMatchObject({
        quantity: String(reckoning.ordered(id) - reckoning.paidOut(id)),
        profit: formatDecimal(reckoning.profit(id)),
      });
    }
  });

  test('leaves the tally exact', async () => {
    const [real, kept] = await recount(server.look, desk.branchId);
    expect(kept).toEqual(real);
  });

  test('leaves each student with the number of their records', async () => {
    expect(await miscounted(desk)).toEqual([]);
  });
});

/** Students whose kept number of records of some kind is not what the lists of that kind have. */
async function miscounted(desk: Desk): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const name of resourceNames.filter((one) => resourceOf(one).fields.student)) {
    for (const { student, is_installment } of await desk.all(resourceOf(name).path)) {
      const key = `${student} ${name}${is_installment ? '/installment' : ''}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const kept = await server.look(
    `select id || ' ' || key as name, value::int as rows from student, jsonb_each(tallied)
     where branch_id = $1 and value <> '0'`,
    [desk.branchId],
  );
  for (const { name, rows } of kept) {
    const key = String(name);
    if (counts.get(key) === rows) counts.delete(key);
    else counts.set(key, Number(rows));
  }
  return [...counts.keys()];
}

test('records that move to another student are counted there, an enrolment with its installments', async () => {
  const desk = await server.newDesk();
  const factory = branchFactory(5);
  const [one, other] = [
    await desk.make(students, factory.student()),
    await desk.make(students, factory.student()),
  ];
  const enrolment = await desk.make(courses, {
    ...factory.enrolment('adult-course', one.id, { price: '100', paid_amount: '10' }),
  });
  await desk.make(courses, installment(enrolment.id, '20'));
  const second = await desk.make(courses, installment(enrolment.id, '30'));
  const book = await stock(desk, 3);
  const payout = await desk.make(payouts, factory.bookPayout(book, other.id));
  expect(await miscounted(desk)).toEqual([]);

  await desk.send('PATCH', `${courses}${enrolment.id}/`, { student: other.id });
  await desk.send('PATCH', `${payouts}${payout.id}/`, { student: one.id });
  await desk.send('DELETE', `${courses}${second.id}/`);
  expect(await miscounted(desk)).toEqual([]);
  const found = await desk.get(`${courses}?search=${encodeURIComponent(String(other.name))}`);
  expect(found.body.count).toBe(2);
  const [row] = await server.look('select tallied from student where id = $1', [other.id]);
  expect(row?.tallied).toMatchObject({ 'adult-course': 1, 'adult-course/installment': 1, 'book-payout': 0 });
});
