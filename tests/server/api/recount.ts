import { expect } from 'vitest';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { ApiClient } from './test-server.ts';

type Row = Readonly<Record<string, unknown>>;

const amount = (value: unknown) => parsePiastres(String(value));
const cashResources = resourceNames.map((name) => resourceOf(name)).filter(({ cash }) => cash);

/** Several resources count in one figure. */
function byFigure(parts: readonly { readonly figure: string; readonly paid: bigint }[]) {
  const sums = new Map<string, bigint>();
  for (const { figure, paid } of parts) sums.set(figure, (sums.get(figure) ?? 0n) + paid);
  return [...sums];
}

/** Adds up the figures of records, by their names in the API. */
function figuresOf(records: ReadonlyMap<ResourceName, readonly Row[]>): Record<string, string> {
  const refunds = (records.get('refund') ?? []).filter(({ resource }) => resource !== 'student');
  const refunded = (some: readonly Row[]) => sum(some.map((row) => amount(row.amount)));
  const paid = (group: 'in' | 'out') =>
    cashResources
      .filter(({ name, installment }) => name !== 'refund' && (installment ? 'in' : 'out') === group)
      .map(({ name, cash }) => ({
        figure: String(cash?.figure),
        paid:
          sum((records.get(name) ?? []).map((row) => amount(row[cash?.field ?? '']))) -
          refunded(refunds.filter(({ resource }) => resource === name)),
      }));
  const owed = (names: readonly ResourceName[]) =>
    sum(
      names
        .flatMap((name) => records.get(name) ?? [])
        .filter(({ is_installment }) => is_installment === false)
        .map((row) => amount(row.remaining_amount)),
    );
  const total = (group: 'in' | 'out') => sum(paid(group).map((one) => one.paid));
  const amounts = [
    ...byFigure([...paid('in'), ...paid('out')]),
    ['revenue', total('in')] as const,
    ['expenses', total('out')] as const,
    ['total_net_profit', total('in') - total('out')] as const,
    ['refunds', refunded(refunds)] as const,
    ['debts', owed([...records.keys()])] as const,
    ['book_debts', owed(['book-payout'])] as const,
  ];
  return Object.fromEntries(amounts.map(([name, piastres]) => [name, formatDecimal(piastres)]));
}

/** Adds up the income of each day of records, oldest first. */
function incomeOf(records: ReadonlyMap<ResourceName, readonly Row[]>) {
  const days = new Map<string, bigint>();
  const add = (row: Row, income: bigint) => {
    const day = String(row.day);
    days.set(day, (days.get(day) ?? 0n) + income);
  };
  for (const [name, rows] of records) {
    if (resourceOf(name).installment) for (const row of rows) add(row, amount(row.paid_amount));
    if (name !== 'refund') continue;
    for (const row of rows) if (row.resource !== 'student') add(row, -amount(row.amount));
  }
  return [...days]
    .filter(([, income]) => income !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, income]) => ({ day, income: formatDecimal(income) }));
}

/**
 * Returns the figures of a branch as its records come to, and as the server says them: those of each month, the income of each day of the
 * current month, and what waits for a month. They must be equal.
 */
export async function recount(client: ApiClient) {
  const all = new Map<ResourceName, readonly Row[]>();
  for (const { name, path } of cashResources) all.set(name, await client.listAll(path));
  const ofMonth = (id: string | null) =>
    new Map([...all].map(([name, rows]) => [name, rows.filter(({ month }) => month === id)]));
  const months = await client.listAll('/month/');
  const [current] = [...months.filter(({ status }) => status === 'running'), ...months];
  const waiting = ofMonth(null);
  const { revenue: income, expenses } = figuresOf(waiting);
  const count = [...waiting.values()].flat().length;
  const recounted = {
    months: months.map(({ id }) => ({ id, ...figuresOf(ofMonth(id)) })),
    income: current ? incomeOf(ofMonth(current.id)) : [],
    waiting: { count, income, expenses },
  };
  const names = Object.keys(figuresOf(new Map()));
  const said = {
    months: months.map((month) => ({
      id: month.id,
      ...Object.fromEntries(names.map((name) => [name, month[name]])),
    })),
    income: (await client.get('/dashboard/branch/')).body.income_by_day,
    waiting: (await client.get('/month/waiting/')).body,
  };
  return [recounted, said] as const;
}

/** Expects that the figures that the server says of a client's branch are those that its records come to. */
export async function expectFigures(client: ApiClient): Promise<void> {
  const [recounted, said] = await recount(client);
  expect(said).toEqual(recounted);
}
