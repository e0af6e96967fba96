import { chakra, Grid, Skeleton } from '@chakra-ui/react';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { DashboardSums } from '#contract/dashboard.ts';
import { formatKnownMoney, formatMoney, type Piastres, percentOf, readPiastres } from '#contract/money.ts';
import type { AddedFigure, Figures } from '#contract/month.ts';
import { messages } from './texts.en.ts';

interface Tile {
  readonly name: keyof DashboardSums;
  readonly label: string;
  readonly description: string;
  readonly amount: Piastres | undefined;
  readonly change: TileChange | undefined;
}

interface TileChange {
  readonly text: string;
  readonly difference: string;
  /**
   * Good or bad for the branch. Plain while a running month is below the whole month before, which says nothing yet.
   */
  readonly tone: 'good' | 'bad' | 'plain';
  readonly direction: 'up' | 'down' | 'same';
}

type BasicFigure = Exclude<keyof Figures, AddedFigure>;

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

const toneColors = { good: 'settled.fg', bad: 'refused.fg', plain: 'fg.muted' } as const;

const COLUMNS = 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))';

const Card = chakra('article', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    minHeight: '6rem',
    padding: { base: '3', md: '4' },
    background: 'bg.surface',
    borderWidth: '1px',
    borderColor: 'border.default',
    borderRadius: 'md',
  },
});

function TileCard({ tile }: { tile: Tile }) {
  const { label, description, amount, change } = tile;
  return (
    <Card>
      <chakra.h2 fontSize="sm" fontWeight="medium" title={description}>
        {label}
      </chakra.h2>
      <chakra.p
        dir="ltr"
        // On the narrowest tiles the currency would stand alone in the line above.
        whiteSpace="nowrap"
        fontSize={{ base: 'md', sm: 'lg', xl: 'xl' }}
        fontWeight="bold"
        lineHeight="tight"
        letterSpacing="-0.02em"
      >
        {formatKnownMoney(amount)}
      </chakra.p>
      <chakra.p
        display="flex"
        alignItems="start"
        gap="1.5"
        css={{ '& svg': { flexShrink: '0' } }}
        color={change ? toneColors[change.tone] : 'fg.muted'}
        fontWeight={change && change.tone !== 'plain' ? 'medium' : undefined}
        fontSize="sm"
        lineHeight="tight"
        marginBlockStart="auto"
        title={change?.difference}
      >
        {change?.direction === 'up' && <TrendingUp size={16} aria-hidden />}
        {change?.direction === 'down' && <TrendingDown size={16} aria-hidden />}
        <span dir="auto">{change?.text ?? description}</span>
      </chakra.p>
    </Card>
  );
}

export function TileGrid({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <Grid gap="3" templateColumns={COLUMNS}>
      {tiles.map((tile) => (
        <TileCard key={tile.name} tile={tile} />
      ))}
    </Grid>
  );
}

const PLACES = ['income', 'franchise', 'expenses', 'profit'];

export function TilesLoading() {
  return (
    <Grid role="status" aria-label={appMessages.loading} aria-busy gap="3" templateColumns={COLUMNS}>
      {PLACES.map((place) => (
        // As high as a tile whose comparison wraps.
        <Card key={place} minHeight={{ base: '8rem', md: '7.75rem' }}>
          <Skeleton height="4" width="50%" />
          <Skeleton height="8" width="75%" marginBlockStart="1" />
          <Skeleton height="4" width="60%" marginBlockStart="auto" />
        </Card>
      ))}
    </Grid>
  );
}
