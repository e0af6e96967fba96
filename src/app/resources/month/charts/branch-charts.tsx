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
function ChartSlot({ children }: { children: ReactNode }) {
  const placeholder = (
    <Box
      minHeight="27rem"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      aria-busy
      aria-hidden
    />
  );
  return <Suspense fallback={placeholder}>{children}</Suspense>;
}

/** Charts revenue, expenses and profit by month, loaded on demand. */
export function MonthsOverTime(props: ComponentProps<typeof LazyMonthsChart>) {
  return (
    <ChartSlot>
      <LazyMonthsChart {...props} />
    </ChartSlot>
  );
}

interface BranchChartsProps {
  /** Pending income, in piastres. */
  readonly waiting?: Piastres;
}

/** Renders the dashboard's charts once there is a month. */
export function BranchCharts({ waiting = 0n }: BranchChartsProps) {
  const { data } = useQuery(monthsQuery(1));
  const hasDays = useQuery(dashboardQuery()).data?.income_by_day !== undefined;
  if (!data || data.results.length === 0) return null;
  return (
    <Grid
      gap="4"
      marginBlockStart="4"
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
    >
      {hasDays && (
        <Box gridColumn="1 / -1" minWidth="0">
          <ChartSlot>
            <LazyIncomeByDay pendingIncome={waiting} />
          </ChartSlot>
        </Box>
      )}
      <MonthsOverTime />
      <ChartSlot>
        <LazyRevenueByKind />
      </ChartSlot>
    </Grid>
  );
}
