import { chakra, Grid, Skeleton } from '@chakra-ui/react';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import { type FigureName, type Figures, figures } from '#contract/month.ts';

const sums = figures.filter((figure) => 'total' in figure);

interface MonthSumsProps {
  /** Undefined while it is being read. */
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
