import { Box, Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { monthsQuery } from '#app/data/branch-queries.ts';

const LazyMonthsChart = lazy(async () => ({ default: (await import('./months-chart.tsx')).MonthsChart }));
const LazyRevenueByKind = lazy(async () => ({
  default: (await import('./revenue-by-kind.tsx')).RevenueByKind,
}));

/** Keeps the room of a chart while its code is on its way. */
function ChartRoom({ children }: { children: ReactNode }) {
  const room = (
    <Box minHeight="27rem" background="bg.surface" borderWidth="1px" borderRadius="md" aria-hidden />
  );
  return <Suspense fallback={room}>{children}</Suspense>;
}

/** Revenue, expenses and profit over the months, loaded when it is shown. */
export function MonthsOverTime(props: ComponentProps<typeof LazyMonthsChart>) {
  return (
    <ChartRoom>
      <LazyMonthsChart {...props} />
    </ChartRoom>
  );
}

/** The charts of the dashboard, loaded when there is a month to show. */
export function BranchCharts() {
  const { data } = useQuery(monthsQuery(1));
  if (!data || data.results.length === 0) return null;
  return (
    <Grid
      gap="4"
      marginBlockStart="4"
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
    >
      <MonthsOverTime />
      <ChartRoom>
        <LazyRevenueByKind />
      </ChartRoom>
    </Grid>
  );
}
