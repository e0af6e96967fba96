import { Badge, chakra, Grid, Skeleton } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { monthPath } from '#app/lib/paths.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import { type FigureName, type Figures, figures, type Month } from '#contract/month.ts';
import { messages } from './texts.en.ts';

const Name = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'target',
    _hover: { color: 'accent.fg', textDecoration: 'underline' },
  },
});

export function MonthName({ month: { id, name } }: { readonly month: Month }) {
  const opens = usePermissions()('months.figures');
  if (useBranch()?.month_breakdown !== true || !opens) return <TypedText>{name}</TypedText>;
  return (
    <Name to={monthPath(id)}>
      <TypedText>{name}</TypedText>
    </Name>
  );
}

export function StatusBadge({ status }: Pick<Month, 'status'>) {
  return status === 'running' ? (
    <Badge colorPalette="settled">{messages.running}</Badge>
  ) : (
    <Badge colorPalette="neutral">{messages.ended}</Badge>
  );
}

const sums = figures.filter((figure) => 'total' in figure);

interface MonthSumsProps {
  readonly month: Figures | undefined;
  readonly only?: readonly FigureName[];
}

export function MonthSums({ month, only }: MonthSumsProps) {
  const shown = only ? sums.filter(({ name }) => only.includes(name)) : sums;
  return (
    <Grid
      as="dl"
      gap={only ? '2' : '4'}
      templateColumns={
        only ? `repeat(${only.length}, minmax(0, 1fr))` : 'repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))'
      }
    >
      {shown.map(({ name, label }) => (
        <div key={name}>
          <chakra.dt color="fg.muted" fontSize="sm">
            {label}
          </chakra.dt>
          <chakra.dd
            dir="ltr"
            fontSize={{ base: 'md', md: 'lg' }}
            fontWeight="semibold"
            lineHeight="tight"
            whiteSpace="nowrap"
          >
            {month ? formatKnownMoney(readPiastres(month[name])) : <Skeleton height="1lh" width="6rem" />}
          </chakra.dd>
          {name === 'debts' && (
            <chakra.dd color="fg.muted" fontSize="sm">
              {monthMessages.debtsOfMonth}
            </chakra.dd>
          )}
        </div>
      ))}
    </Grid>
  );
}
