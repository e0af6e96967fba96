import { type DebtRow, debtKinds, debtRow, debtsPage } from '#contract/debts.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { debtAgeOf, debtAges } from '#contract/rules/ages.ts';
import { branchToday } from '../../support/branch-today.ts';
import type { ApiClient } from './test-server.ts';

const DAY_MS = 86_400_000;
const money = (value: unknown) => parsePiastres(String(value));

type Debt = Readonly<Record<string, unknown>> & { readonly student: string };

interface DebtFilters {
  readonly kind?: string;
  readonly level?: string;
  readonly minimum?: string;
}

/** Adds up what each student owes from the records of all lists, as the list of debts should say it. */
async function recomputed(client: ApiClient, now: Date, { kind, level, minimum }: DebtFilters) {
  const open: Debt[] = [];
  for (const name of debtKinds.filter((one) => kind === undefined || one === kind)) {
    const records = (await client.listAll(resourceOf(name).path)) as unknown as Debt[];
    open.push(
      ...records.filter(
        (one) =>
          one.is_installment === false &&
          money(one.remaining_amount) > 0n &&
          (level === undefined || one.level === level),
      ),
    );
  }
  const students = [...new Set(open.map(({ student }) => student))];
  const rows = students.map((id) => {
    const debts = open.filter(({ student }) => student === id);
    const oldest = debts.map(({ day }) => String(day)).sort()[0] ?? '';
    return {
      id,
      remaining: sum(debts.map(({ remaining_amount }) => money(remaining_amount))),
      debts: debts.length,
      oldest,
      age_days: Math.max(0, (Date.parse(branchToday(now)) - Date.parse(oldest)) / DAY_MS),
    };
  });
  return rows
    .filter(({ remaining }) => remaining >= money(minimum ?? '0'))
    .map((row) => ({ ...row, remaining: formatDecimal(row.remaining) }))
    .sort((left, right) => left.id.localeCompare(right.id));
}

const shown = ({ id, remaining, debts, oldest, age_days }: DebtRow) => ({
  id,
  remaining,
  debts,
  oldest,
  age_days,
});

/** Returns what the list of debts says with its sums, and what the records say. */
export async function debtsBothWays(client: ApiClient, now: Date, filters: DebtFilters = {}) {
  const query = new URLSearchParams({ ...filters }).toString();
  const [all, page] = [
    await client.listAll(`/debts/?${query}`),
    debtsPage.parse((await client.get(`/debts/?${query}`)).body),
  ];
  const rows = await recomputed(client, now, filters);
  const ofAge = (name: string) => rows.filter(({ age_days }) => debtAgeOf(age_days) === name);
  const total = (of: typeof rows) => formatDecimal(sum(of.map(({ remaining }) => money(remaining))));
  return {
    listed: {
      rows: all.map((row) => shown(debtRow.parse(row))).sort((a, b) => a.id.localeCompare(b.id)),
      count: page.count,
      totals: page.totals,
      counts: page.counts,
    },
    real: {
      rows,
      count: rows.length,
      totals: {
        remaining: total(rows),
        ...Object.fromEntries(debtAges.map(({ name }) => [name, total(ofAge(name))])),
      },
      counts: Object.fromEntries(debtAges.map(({ name }) => [name, ofAge(name).length])),
    },
  };
}
