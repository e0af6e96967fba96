import { Box, Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { dashboardQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import type { Piastres } from '#contract/money.ts';

const LazyMonthsChart = lazy(async () => ({ default: (await import('./months-chart.tsx')).MonthsChart }));
const LazyIncomeByDay = lazy(async () => ({ default: (await import('./income-by-day.tsx')).IncomeByDay }));
const LazyRevenueByKind = lazy(async () => ({
  default: (await import('./revenue-by-kind.tsx')).RevenueByKind,
}));

/** Reserves the space of a chart while its code loads. */
function ChartRoom({ children }: { children: ReactNode }) {
  const room = (
    <Box
      minHeight="27rem"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      aria-busy
      aria-hidden
    />
  );
  return <Suspense fallback={room}>{children}</Suspense>;
}

/** Charts revenue, expenses and profit by month, loaded on demand. */
export function MonthsOverTime(props: ComponentProps<typeof LazyMonthsChart>) {
  return (
    <ChartRoom>
      <LazyMonthsChart {...props} />
    </ChartRoom>
  );
}

/**
 * Renders the dashboard's charts once there is a month.
 * @param waiting pending income, in piastres
 */
export function BranchCharts({ waiting = 0n }: { waiting?: Piastres }) {
  const { data } = useQuery(monthsQuery(1));
  const tellsDays = useQuery(dashboardQuery()).data?.income_by_day !== undefined;
  if (!data || data.results.length === 0) return null;
  return (
    <Grid
      gap="4"
      marginBlockStart="4"
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
    >
      {tellsDays && (
        <Box gridColumn="1 / -1" minWidth="0">
          <ChartRoom>
            <LazyIncomeByDay waiting={waiting} />
          </ChartRoom>
        </Box>
      )}
      <MonthsOverTime />
      <ChartRoom>
        <LazyRevenueByKind />
      </ChartRoom>
    </Grid>
  );
}
