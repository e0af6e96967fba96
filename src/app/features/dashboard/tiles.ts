import { percentOf } from '#app/lib/percent-of.ts';
import type { PendingCash, PendingCashResult } from '#app/reads/figures.ts';
import type { DashboardSums } from '#contract/dashboard.ts';
import { formatMoney, type Piastres, readPiastres, sumIfKnown } from '#contract/money.ts';
import { type AddedFigure, type Figure, type Figures, figures } from '#contract/month.ts';
import { messages } from './texts.en.ts';

export interface Tile {
  readonly name: keyof DashboardSums;
  readonly label: string;
  readonly description: string;
  /** In piastres with the pending part; undefined if the server's sum cannot be read. */
  readonly amount: Piastres | undefined;
  /** Piastres; may be negative. */
  readonly pending: Piastres;
  /** Piastres that the server acknowledged after it was asked for the sums; may be negative. */
  readonly acknowledged: Piastres;
  /** True if a pending amount is missing because only the server can compute it. */
  readonly incomplete: boolean;
  readonly change: TileChange | undefined;
}

interface TileChange {
  readonly text: string;
  /** The difference, which the text gives as a share where it can. */
  readonly difference: string;
  /**
   * Good or bad for the branch. Plain while a running month is below the whole month before, which says nothing yet.
   */
  readonly tone: 'good' | 'bad' | 'plain';
  readonly direction: 'up' | 'down' | 'same';
}

type BasicFigure = Exclude<keyof Figures, AddedFigure>;

const expensesIn = ({ byFigure }: PendingCash): Piastres =>
  figures
    .filter(({ group }) => group === 'expenses')
    .reduce((total, { name }) => total + (byFigure[name] ?? 0n), 0n);

/** Label and description are keys of messages; `groups` are those of the figures that a tile sums up. */
const tileDefinitions = [
  {
    name: 'total_income',
    label: 'incomeLabel',
    description: 'incomeAbout',
    figure: 'revenue',
    groups: ['revenue'],
    pendingIn: ({ income }) => income,
  },
  {
    name: 'franchise_expenses',
    label: 'franchiseLabel',
    description: 'franchiseAbout',
    figure: 'franchise_expenses',
    groups: [],
    pendingIn: ({ byFigure }) => byFigure.franchise_expenses ?? 0n,
  },
  {
    name: 'total_expenses',
    label: 'expensesLabel',
    description: 'expensesAbout',
    figure: 'expenses',
    groups: ['expenses'],
    pendingIn: expensesIn,
  },
  {
    name: 'total_profit',
    label: 'profitLabel',
    description: 'profitAbout',
    figure: 'total_net_profit',
    groups: ['revenue', 'expenses'],
    pendingIn: (cash) => cash.income - expensesIn(cash),
  },
] as const satisfies readonly {
  name: keyof DashboardSums;
  label: keyof typeof messages;
  description: keyof typeof messages;
  figure: BasicFigure;
  groups: readonly Figure['group'][];
  pendingIn: (cash: PendingCash) => Piastres;
}[];

type TileDefinition = (typeof tileDefinitions)[number];

function isIncomplete({ figure, groups }: TileDefinition, { unknown }: PendingCash): boolean {
  const summed: readonly Figure['group'][] = groups;
  const included = figures.filter(({ name, group }) => name === figure || summed.includes(group));
  return included.some(({ name }) => unknown.includes(name));
}

const EARNED: readonly BasicFigure[] = ['revenue', 'total_net_profit'];

/** The text says so when the current month still runs and has only part of its days. */
function changeOf(
  amount: Piastres | undefined,
  { previous, isRunning }: Comparison,
  figure: BasicFigure,
): TileChange | undefined {
  if (!previous || amount === undefined) return undefined;
  const before = readPiastres(previous[figure]);
  if (before === undefined) return undefined;
  const change = amount - before;
  const month = previous.name;
  if (change === 0n)
    return { text: messages.sameAs({ month }), difference: '', tone: 'plain', direction: 'same' };
  const isUp = change > 0n;
  const difference = formatMoney(isUp ? change : -change);
  const percent = percentOf(change, before);
  const values = { by: percent === undefined ? difference : messages.percent({ percent }), month };
  if (isRunning && !isUp)
    return { text: messages.lessSoFar(values), difference, tone: 'plain', direction: 'down' };
  const more = isRunning ? messages.moreAlready(values) : messages.moreThan(values);
  return {
    text: isUp ? more : messages.lessThan(values),
    difference,
    tone: isUp === EARNED.includes(figure) ? 'good' : 'bad',
    direction: isUp ? 'up' : 'down',
  };
}

interface Comparison {
  readonly previous?: (Figures & { readonly name: string }) | undefined;
  readonly isRunning?: boolean;
}

export function tilesOf(
  sums: DashboardSums,
  pending: PendingCashResult,
  comparison: Comparison = {},
): readonly Tile[] {
  return tileDefinitions.map((tile) => {
    const added = tile.pendingIn(pending);
    const unsent = tile.pendingIn(pending.unsent);
    const amount = sumIfKnown([readPiastres(sums[tile.name]), added]);
    return {
      name: tile.name,
      label: messages[tile.label],
      description: messages[tile.description],
      amount,
      pending: unsent,
      acknowledged: added - unsent,
      incomplete: isIncomplete(tile, pending),
      change: changeOf(amount, comparison, tile.figure),
    };
  });
}
