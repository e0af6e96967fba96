import { Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { bootCache } from '#app/cache/boot-cache.ts';
import { branchQuery, dashboardQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { monthOfFigures } from '#app/reads/on-demand/month-of-figures.ts';
import { usePendingCash } from '#app/reads/on-demand/pending-cash.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { BranchCharts } from '#app/resources/month/charts/branch-charts.tsx';
import { MonthActions } from '#app/resources/month/month-actions.tsx';
import { useMonthState } from '#app/resources/month/use-month-state.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { BranchLine } from './branch-line.tsx';
import { DebtsToCall } from './debts-to-call.tsx';
import { LatestPayments } from './latest-payments.tsx';
import { messages } from './messages.ts';
import { NextMonthNotice } from './next-month-notice.tsx';
import { TileGrid, TilesLoading } from './tile-grid.tsx';
import { tilesOf } from './tiles.ts';
import { Today } from './today.tsx';

function Tiles() {
  const { data, error, refetch } = useQuery(dashboardQuery());
  const months = useQuery(monthsQuery(1));
  const pending = usePendingCash();
  const { data: branch } = useQuery(branchQuery());
  if (data) {
    const isRunning = monthOfFigures(data, branch).running;
    return <TileGrid tiles={tilesOf(data, pending, { previous: months.data?.results[1], isRunning })} />;
  }
  return error ? <PageError error={error} onRetry={() => void refetch()} /> : <TilesLoading />;
}

const GettingStarted = optionalComponent(async () => (await import('./getting-started.tsx')).GettingStarted);

const PromisedToday = optionalComponent(async () => (await import('./promised-today.tsx')).PromisedToday);

/** Renders the dashboard: current month, its four sums for who may see them, latest payments and largest debts. */
export function DashboardPage() {
  const { data: branch = bootCache().branch, dataUpdatedAt } = useQuery(branchQuery());
  const { barred } = useMonthState();
  const seesFigures = usePermissions()('months.figures');
  // The sums load first: the lists below request many pages at once.
  const tiles = useQuery({ ...dashboardQuery(), enabled: seesFigures });
  const pendingIncome = usePendingCash().unsent.income;
  return (
    <>
      <PageHeading
        title={branch?.name ?? messages.title}
        about={<BranchLine branch={branch} />}
        action={<MonthActions createLabel={messages.createMonth} />}
      />
      <OfflineNote shown={barred !== undefined} updatedAt={dataUpdatedAt} also={barred} />
      <NextMonthNotice />
      <GettingStarted />
      <Today />
      {seesFigures && <Tiles />}
      {!(seesFigures && tiles.isPending) && (
        <Grid gap="4" marginBlockStart="4" templateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
          <LatestPayments />
          <DebtsToCall />
          <PromisedToday />
        </Grid>
      )}
      {seesFigures && <BranchCharts waiting={pendingIncome} />}
    </>
  );
}
