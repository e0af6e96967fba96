import type { PendingCash } from '#app/reads/pending-money.ts';
import type { PendingCashResult } from '#app/reads/use-outbox.ts';
import type { DashboardSums } from '#contract/dashboard.ts';
import { formatMoney, type Piastres, parsePiastres, readPiastres, sumIfKnown } from '#contract/money.ts';
import { type AddedFigure, type Figure, type Figures, figures } from '#contract/month.ts';

/** One of the four sums of the current month (decision 22), with the money that still waits to be sent. */
export interface Tile {
  readonly name: keyof DashboardSums;
  readonly label: string;
  readonly about: string;
  /** In piastres, what waits included; undefined where the host's sum cannot be read. */
  readonly amount: Piastres | undefined;
  /** How much of it waits to be sent, in piastres; may be negative. */
  readonly waiting: Piastres;
  /** Something waits besides whose amount only the server can work out. */
  readonly open: boolean;
  /** "L.E. 300.00 more than October"; undefined where there is no month before. */
  readonly change: string | undefined;
}

/** A figure that every host tells. */
type Summed = Exclude<keyof Figures, AddedFigure>;

const facts = [
  { name: 'total_income', label: 'Total income', about: 'Payments received', figure: 'revenue' },
  {
    name: 'franchise_expenses',
    label: 'Franchise expenses',
    about: 'General expenses',
    figure: 'franchise_expenses',
  },
  {
    name: 'total_expenses',
    label: 'Total expenses',
    about: 'Books, salaries and general expenses',
    figure: 'expenses',
  },
  { name: 'total_profit', label: 'Total profit', about: 'Income less expenses', figure: 'total_net_profit' },
] as const satisfies readonly {
  name: keyof DashboardSums;
  label: string;
  about: string;
  figure: Summed;
}[];

/** What waits in one group of figures, in piastres. */
function waitingIn(group: Figure['group'], { byFigure }: PendingCash): Piastres {
  return figures
    .filter((figure) => figure.group === group)
    .reduce((total, { name }) => total + (byFigure[name] ?? 0n), 0n);
}

function waitingOf(name: keyof DashboardSums, pending: PendingCash): Piastres {
  const expenses = waitingIn('expenses', pending);
  if (name === 'total_income') return pending.income;
  if (name === 'franchise_expenses') return pending.byFigure.franchise_expenses ?? 0n;
  return name === 'total_expenses' ? expenses : pending.income - expenses;
}

/** Which groups of figures a tile is made of. */
const groupsOf: Record<keyof DashboardSums, readonly Figure['group'][]> = {
  total_income: ['revenue'],
  franchise_expenses: [],
  total_expenses: ['expenses'],
  total_profit: ['revenue', 'expenses'],
};

function isOpen(name: keyof DashboardSums, figure: keyof Figures, { unknown }: PendingCash): boolean {
  const named = figures.filter((one) => groupsOf[name].includes(one.group)).map((one) => one.name);
  return unknown.some((one) => one === figure || named.some((other) => other === one));
}

function changeOf(
  amount: Piastres | undefined,
  before: (Figures & { readonly name: string }) | undefined,
  figure: Summed,
) {
  if (!before || amount === undefined) return undefined;
  const change = amount - parsePiastres(before[figure]);
  if (change === 0n) return `The same as ${before.name}`;
  return change > 0n
    ? `${formatMoney(change)} more than ${before.name}`
    : `${formatMoney(-change)} less than ${before.name}`;
}

/** The tiles of the dashboard. `before` is the month before the current one. */
export function tilesOf(
  sums: DashboardSums,
  pending: PendingCashResult,
  before?: Figures & { readonly name: string },
): readonly Tile[] {
  return facts.map(({ name, label, about, figure }) => {
    const waiting = waitingOf(name, pending.unsent);
    const amount = sumIfKnown([readPiastres(sums[name]), waitingOf(name, pending)]);
    const open = isOpen(name, figure, pending);
    return { name, label, about, amount, waiting, open, change: changeOf(amount, before, figure) };
  });
}
