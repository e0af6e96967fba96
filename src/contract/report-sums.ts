import { type Piastres, parsePiastres, sum } from './money.ts';
import { figures } from './month.ts';
import { CREDIT } from './payment-methods.ts';
import type { Report } from './reports.ts';
import { type ResourceName, resourceNames } from './resource-names.ts';
import { resourceOf } from './resources/registry.ts';

type CashLine = Report['cash'][number];

/** '' means all. */
export interface ReportFilters {
  readonly method: string;
  readonly person: string;
}

export const WITHOUT_FILTERS: ReportFilters = { method: '', person: '' };

const inGroup = (group: 'revenue' | 'expenses') => {
  const names: readonly string[] = figures.filter((one) => one.group === group).map(({ name }) => name);
  return resourceNames.filter((name) => names.includes(resourceOf(name).cash?.figure ?? ''));
};

export const incomeKinds: readonly ResourceName[] = inGroup('revenue');
export const expenseKinds: readonly ResourceName[] = inGroup('expenses');

export const isOf =
  ({ method, person }: ReportFilters) =>
  (line: Pick<CashLine, 'payment_method' | 'recorded_by'>) =>
    (method === '' || line.payment_method === method) && (person === '' || line.recorded_by === person);

export const isNarrowed = ({ method, person }: ReportFilters): boolean => method !== '' || person !== '';

export interface ReportSums {
  readonly of: (resource: string) => Piastres;
  readonly income: Piastres;
  /** Payments by credit, which are no income: that came in before. */
  readonly byCredit: Piastres;
  /** Money that went back, credit that was paid out included. */
  readonly paidBack: Piastres;
  readonly expenses: Piastres;
  /** Credit that was used or paid out, less what was kept: it leads from money to the revenue of months. */
  readonly credit: Piastres;
  /** Income less what was paid back and spent, with what was moved by credit: the result of months. */
  readonly result: Piastres;
  /** At the end of the last day. Undefined in a narrowed report: a debt has no method and no person. */
  readonly debts: Piastres | undefined;
}

const totalOf = (lines: readonly CashLine[]) => sum(lines.map(({ total }) => parsePiastres(total)));

const isByCredit = ({ payment_method: method }: CashLine) => method === CREDIT;

export function sumsOf({ cash, debts }: Report, filters: ReportFilters): ReportSums {
  const lines = cash.filter(isOf(filters));
  const among = (some: readonly CashLine[], kinds: readonly string[]) =>
    totalOf(some.filter(({ resource }) => kinds.includes(resource)));
  const [moved, credit] = [lines.filter((line) => !isByCredit(line)), lines.filter(isByCredit)];
  const [income, byCredit] = [among(moved, incomeKinds), among(credit, incomeKinds)];
  const paidOut = among(moved, ['credit']);
  const paidBack = among(moved, ['refund']) + paidOut;
  const movedByCredit = byCredit - among(credit, ['refund']) + paidOut;
  const expenses = among(lines, expenseKinds);
  return {
    of: (kind) => among(lines, [kind]),
    income,
    byCredit,
    paidBack,
    expenses,
    credit: movedByCredit,
    result: income - paidBack - expenses + movedByCredit,
    debts: isNarrowed(filters) ? undefined : parsePiastres(debts),
  };
}

export interface NamedSums {
  readonly key: string;
  readonly name: string;
  readonly received: Piastres;
  readonly paidOut: Piastres;
}

export function sumsBy(
  { cash }: Report,
  member: 'payment_method' | 'recorded_by',
  filters: ReportFilters,
): readonly NamedSums[] {
  const lines = cash.filter(isOf(filters)).filter((line) => !isByCredit(line));
  const keys = new Set(lines.flatMap((line) => line[member] ?? []));
  const isIncome = ({ resource }: CashLine) => incomeKinds.some((name) => name === resource);
  return [...keys]
    .map((key) => {
      const linesOfKey = lines.filter((line) => line[member] === key);
      return {
        key,
        name: linesOfKey[0]?.name ?? '',
        received: totalOf(linesOfKey.filter(isIncome)),
        paidOut: totalOf(linesOfKey.filter((line) => !isIncome(line))),
      };
    })
    .toSorted((one, other) => (one.received < other.received ? 1 : one.received > other.received ? -1 : 0));
}

export interface CategorySums {
  readonly category: string | null;
  readonly count: number;
  readonly total: Piastres;
}

/** The most spent first, and without a category last. */
export function expensesByCategory({ cash }: Report, filters: ReportFilters): readonly CategorySums[] {
  const lines = cash.filter(isOf(filters)).filter(({ resource }) => resource === 'expense');
  const categories = new Set(lines.map(({ category }) => category));
  return [...categories]
    .map((category): CategorySums => {
      const linesOfCategory = lines.filter((line) => line.category === category);
      return {
        category,
        count: linesOfCategory.reduce((all, { count }) => all + count, 0),
        total: totalOf(linesOfCategory),
      };
    })
    .toSorted((one, other) =>
      one.category === null ? 1 : other.category === null ? -1 : Number(other.total - one.total),
    );
}
