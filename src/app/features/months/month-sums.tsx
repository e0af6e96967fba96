import { chakra, Grid } from '@chakra-ui/react';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import { type Figures, figures } from '#contract/month.ts';

const sums = figures.filter((figure) => 'total' in figure);

/** Renders the four sums of a month: expenses, revenue, profit, debts. */
export function MonthSums({ month }: { month: Figures }) {
  return (
    <Grid as="dl" gap="4" templateColumns="repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))">
      {sums.map(({ name, label }) => (
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
            {formatKnownMoney(readPiastres(month[name]))}
          </chakra.dd>
        </div>
      ))}
    </Grid>
  );
}
