import { chakra, Grid, Skeleton } from '@chakra-ui/react';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { formatKnownMoney } from '#contract/money.ts';
import type { Tile } from './tiles.ts';

const toneColors = { good: 'settled.fg', bad: 'refused.fg', plain: 'fg.muted' } as const;

/** Four tiles side by side, two on a phone, one where enlarged text needs the width. */
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
