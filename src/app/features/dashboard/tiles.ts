import { percentOf } from '#app/lib/percent-of.ts';
import type { DashboardSums } from '#contract/dashboard.ts';
import { formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import type { AddedFigure, Figures } from '#contract/month.ts';
import { messages } from './texts.en.ts';

export interface Tile {
  readonly name: keyof DashboardSums;
  readonly label: string;
  readonly description: string;
  /** In piastres; undefined if the server's sum cannot be read. */
  readonly amount: Piastres | undefined;
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

/** Label and description are keys of messages. */
const tileDefinitions = [
  {
    name: 'total_income',
    label: 'incomeLabel',
    description: 'incomeAbout',
    figure: 'revenue',
  },
  {
    name: 'franchise_expenses',
    label: 'franchiseLabel',
    description: 'franchiseAbout',
    figure: 'franchise_expenses',
  },
  {
    name: 'total_expenses',
    label: 'expensesLabel',
    description: 'expensesAbout',
    figure: 'expenses',
  },
  {
    name: 'total_profit',
    label: 'profitLabel',
    description: 'profitAbout',
    figure: 'total_net_profit',
  },
] as const satisfies readonly {
  name: keyof DashboardSums;
  label: keyof typeof messages;
  description: keyof typeof messages;
  figure: BasicFigure;
}[];

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

export function tilesOf(sums: DashboardSums, comparison: Comparison = {}): readonly Tile[] {
  return tileDefinitions.map(({ name, label, description, figure }) => {
    const amount = readPiastres(sums[name]);
    return {
      name,
      label: messages[label],
      description: messages[description],
      amount,
      change: changeOf(amount, comparison, figure),
    };
  });
}
