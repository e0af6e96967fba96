import { Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { BranchCharts } from '#app/charts/branch-charts.tsx';
import { branchQuery, dashboardQuery, monthsQuery } from '#app/data/branch-queries.ts';
import { firstFrame } from '#app/data/first-frame.ts';
import { usePendingCash } from '#app/outbox/use-outbox.ts';
import { MonthActions } from '#app/screens/month/month-actions.tsx';
import { useMonthState } from '#app/screens/month/use-month-state.ts';
import { OfflineNote } from '#app/screens/offline-note.tsx';
import { PageError } from '#app/screens/page-error.tsx';
import { PageHeading } from '#app/shell/page-heading.tsx';
import { BranchLine } from './branch-line.tsx';
import { DebtsToCall } from './debts-to-call.tsx';
import { LatestPayments } from './latest-payments.tsx';
import { TileGrid, TilesLoading } from './tile-grid.tsx';
import { tilesOf } from './tiles.ts';

function Tiles() {
  const { data, error, refetch } = useQuery(dashboardQuery());
  const months = useQuery(monthsQuery(1));
  const pending = usePendingCash();
  if (data) return <TileGrid tiles={tilesOf(data, pending, months.data?.results[1])} />;
  return error ? <PageError message={error.message} onRetry={() => void refetch()} /> : <TilesLoading />;
}

/** The home of the branch: where the month stands, its four sums, the latest payments and the debts. */
export function DashboardPage() {
  const { data: branch = firstFrame().branch, dataUpdatedAt } = useQuery(branchQuery());
  const { barred } = useMonthState();
  // The sums come first: the lists below ask for many pages at once.
  const tiles = useQuery(dashboardQuery());
  const waiting = usePendingCash().unsent.income;
  return (
    <>
      <PageHeading
        title={branch?.name ?? 'Dashboard'}
        about={<BranchLine branch={branch} />}
        action={<MonthActions createLabel="Create New Month" />}
      />
      {barred !== undefined && <OfflineNote updatedAt={dataUpdatedAt} also={barred} />}
      <Tiles />
      <BranchCharts waiting={waiting} />
      {!tiles.isPending && (
        <Grid gap="4" marginBlockStart="4" templateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
          <LatestPayments />
          <DebtsToCall />
        </Grid>
      )}
    </>
  );
}
