import { expect, it } from 'vitest';
import { z } from 'zod';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { invariantViolations } from '../../crash/invariants.ts';
import { checkSequences, PROPERTY_TIMEOUT } from '../../support/property.ts';
import { anyOperation, type Operation } from '../model-based/operations.ts';
import { runHistory } from '../model-based/random-history.ts';
import type { ModelEntry, ReferenceModel } from '../model-based/reference-model.ts';
import { books } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const RUNS = 2;
const OPERATIONS = 300;

const server = withServer();

/** Adds up the payments of each day of a month less what was paid back, oldest first. */
async function incomeByDay(client: ApiClient, month: string) {
  const days = new Map<string, bigint>();
  for (const { name, path, installment } of resourceNames.map(resourceOf)) {
    if (!installment && name !== 'refund') continue;
    for (const row of await client.listAll(`${path}?month=${month}`)) {
      // A refund of a student pays credit out, which is no income.
      if (row.resource === 'student') continue;
      const paid = parsePiastres(String(row.paid_amount ?? row.amount));
      const day = String(row.day);
      days.set(day, (days.get(day) ?? 0n) + (installment ? paid : -paid));
    }
  }
  return [...days]
    .filter(([, income]) => income !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, income]) => ({ day, income: formatDecimal(income) }));
}

async function expectFigures(client: ApiClient, model: ReferenceModel): Promise<void> {
  for (const month of model.months) {
    const { body } = await client.get(`/month/${month.id}/`);
    expect(body).toMatchObject({ ...model.figures(month), status: month.running ? 'running' : 'ended' });
  }
  const current = model.running() ?? model.months.at(-1);
  const none = { revenue: '0.00', franchise_expenses: '0.00', expenses: '0.00', total_net_profit: '0.00' };
  const figures: Record<string, string> = current ? model.figures(current) : none;
  expect((await client.get('/dashboard/branch/')).body).toEqual({
    income_by_day: current ? await incomeByDay(client, current.id) : [],
    month: current
      ? expect.objectContaining({ id: current.id, status: current.running ? 'running' : 'ended' })
      : null,
    total_income: figures.revenue,
    franchise_expenses: figures.franchise_expenses,
    total_expenses: figures.expenses,
    total_profit: figures.total_net_profit,
  });
}

async function expectRecords(client: ApiClient, model: ReferenceModel): Promise<void> {
  for (const name of resourceNames.filter((one) => model.all(one).length > 0)) {
    const rows = await client.listAll(resourceOf(name).path);
    const expected = model.all(name);
    expect(rows.map((row) => row.id).sort(), name).toEqual(expected.map(({ id }) => id).sort());
    for (const entry of expected) {
      const row = rows.find(({ id }) => id === entry.id);
      expect(row?.paid_amount ?? row?.amount, name).toBe(formatDecimal(entry.paid));
      expect(row?.month, name).toBe(entry.month ?? null);
      if (name === 'deduction') expect(row?.settled_by).toBe(entry.settledBy ?? null);
      else if (typeof row?.remaining_amount === 'string') {
        expect(row.remaining_amount, name).toBe(formatDecimal(model.remaining(entry)));
      }
    }
  }
}

const listed = z.object({
  count: z.number(),
  results: z.array(z.object({ id: z.string() })),
  totals: z.record(z.string(), z.string()).optional(),
});

/** Expects each list, with each filter, to count and sum the records of the model, and its pages to be the whole list. */
async function expectLists(client: ApiClient, model: ReferenceModel): Promise<void> {
  for (const resource of resourceNames.map(resourceOf).filter(({ cash }) => cash)) {
    const ofList = model.all(resource.name);
    const owed = (one: ModelEntry) => (model.isInstallment(one) ? 0n : model.remaining(one));
    const owes = Object.hasOwn(resource.computed, 'remaining_amount');
    const filters: readonly (readonly [query: string, of: readonly ModelEntry[]])[] = [
      ['', ofList],
      ...(owes ? [['&owing=true', ofList.filter((one) => owed(one) > 0n)] as const] : []),
      ...(resource.installment
        ? [true, false].map(
            (is) =>
              [`&is_installment=${is}`, ofList.filter((one) => model.isInstallment(one) === is)] as const,
          )
        : []),
      ...model.months.map(({ id }) => [`&month=${id}`, ofList.filter(({ month }) => month === id)] as const),
    ];
    for (const [query, expected] of filters) {
      const { count, totals } = listed.parse((await client.get(`${resource.path}?totals=true${query}`)).body);
      const paid = formatDecimal(sum(expected.map((one) => one.paid)));
      const remaining = owes && { remaining_amount: formatDecimal(sum(expected.map(owed))) };
      const price = owes && { price: formatDecimal(sum(expected.map((one) => one.price))) };
      const cash = resource.cash?.field === 'amount' ? { amount: paid } : { paid_amount: paid };
      expect([resource.name, query, count]).toEqual([resource.name, query, expected.length]);
      expect(totals, `${resource.name} ${query}`).toMatchObject({ ...cash, ...price, ...remaining });
    }
    const whole = (await client.listAll(resource.path)).map(({ id }) => id);
    const paged: string[] = [];
    for (let page = 1; paged.length < ofList.length; page++) {
      const { results } = listed.parse((await client.get(`${resource.path}?page=${page}`)).body);
      expect(results.length).toBeGreaterThan(0);
      paged.push(...results.map(({ id }) => id));
    }
    expect(paged, resource.name).toEqual(whole);
  }
}

async function expectStock(client: ApiClient, model: ReferenceModel): Promise<void> {
  for (const { id } of model.books) {
    expect((await client.get(`${books}${id}/`)).body).toMatchObject({
      quantity: String(model.ordered(id) - model.paidOut(id)),
      profit: formatDecimal(model.profit(id)),
    });
  }
}

/** Expects every figure that the server computes to be the model's after a history. */
async function runAndCompare(operations: readonly Operation[]): Promise<ReferenceModel> {
  const client = await server.newClient();
  const onTurn = (turn: number) => {
    server.clock.now = new Date(Date.UTC(2026, 0, 1 + turn));
  };
  const model = await runHistory({ client, operations, onTurn });
  await expectFigures(client, model);
  await expectRecords(client, model);
  await expectLists(client, model);
  await expectStock(client, model);
  expect(await invariantViolations(server.queryAsOwner)).toEqual([]);
  return model;
}

it(
  'months, dashboard, lists, records and stock match the reference model after any history',
  {
    timeout: PROPERTY_TIMEOUT,
  },
  async () => {
    const models: ReferenceModel[] = [];
    await checkSequences(anyOperation, { runs: RUNS, length: OPERATIONS }, async (operations) => {
      models.push(await runAndCompare(operations));
    });
    expect(models.some((model) => model.all('book-payout').some((one) => model.isInstallment(one)))).toBe(
      true,
    );
    for (const model of models) {
      expect(model.months.length).toBeGreaterThan(2);
      expect(model.all().length).toBeGreaterThan(40);
      for (const name of ['book-order', 'book-payout', 'salary', 'deduction', 'expense'] as const) {
        expect(model.all(name).length, name).toBeGreaterThan(0);
      }
    }
  },
);
