import { Box, Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { dashboardQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { type Piastres, readPiastres } from '#contract/money.ts';
import type { Month } from '#contract/month.ts';

const placeholder = (
  <Box minHeight="27rem" background="bg.surface" borderWidth="1px" borderRadius="md" aria-busy aria-hidden />
);

export const MonthsOverTime = optionalComponent(
  async () => (await import('./charts.tsx')).MonthsChart,
  placeholder,
);
const IncomeByDay = optionalComponent(async () => (await import('./charts.tsx')).IncomeByDay, placeholder);
const RevenueByKind = optionalComponent(
  async () => (await import('./charts.tsx')).RevenueByKind,
  placeholder,
);

const isWithoutMoney = ({ revenue, expenses }: Month) =>
  readPiastres(revenue) === 0n && readPiastres(expenses) === 0n;

interface BranchChartsProps {
  readonly waiting?: Piastres;
}

export function BranchCharts({ waiting = 0n }: BranchChartsProps) {
  const { data } = useQuery(monthsQuery(1));
  const hasDays = useQuery(dashboardQuery()).data?.income_by_day !== undefined;
  if (!data || (waiting === 0n && data.results.every(isWithoutMoney))) return null;
  return (
    <Grid
      gap="4"
      marginBlockStart="4"
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
    >
      {hasDays && (
        <Box gridColumn="1 / -1" minWidth="0">
          <IncomeByDay pendingIncome={waiting} />
        </Box>
      )}
      <MonthsOverTime />
      <RevenueByKind />
    </Grid>
  );
}
