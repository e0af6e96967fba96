import { Button, chakra, Flex, Grid, Skeleton } from '@chakra-ui/react';
import { type UseQueryResult, useIsRestoring, useQuery } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarDays from 'lucide-react/icons/calendar-days';
import HandCoins from 'lucide-react/icons/hand-coins';
import MapPin from 'lucide-react/icons/map-pin';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { TAKE_PAYMENT_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery, dashboardQuery, monthsQuery, userQuery } from '#app/reads/branch-queries.ts';
import {
  monthOfFigures,
  type PendingMoney,
  usePendingMoney,
  useWaitingForMonth,
} from '#app/reads/figures.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { BranchCharts } from '#app/resources/month/charts/branch-charts.tsx';
import { MonthActions } from '#app/resources/month/month-actions.tsx';
import { dayOfMonth, useMonthState } from '#app/resources/month/month-state.ts';
import { Callout } from '#app/ui/callout.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { PendingNote } from '#app/ui/pending-note.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { languageOf, TypedText } from '#app/ui/typed-text.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { BranchDetails } from '#contract/branch.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import type { WaitingForMonth } from '#contract/month.ts';
import {
  DebtsToCall,
  EndingSoon,
  LatestPayments,
  PromisedToday,
  useEndingSoon,
  usePromisedToday,
} from './short-lists.tsx';
import { messages } from './texts.en.ts';
import { TileGrid, TilesLoading, tilesOf } from './tile-grid.tsx';
import { LastWeek, Today } from './today.tsx';

function CurrentMonth({ branch }: { branch: BranchDetails }) {
  const { month } = useMonthState();
  if (branch.current_month_name === null) return messages.noMonth;
  const running = branch.current_month === 'running';
  const day = running && month?.status === 'running' ? dayOfMonth(month.start_date, currentDay()) : undefined;
  const runningText = day === undefined ? messages.running : messages.runningOnDay({ day });
  return (
    <>
      <chakra.bdi lang={languageOf(branch.current_month_name)} fontWeight="medium" color="fg.default">
        {branch.current_month_name}
      </chakra.bdi>
      {running ? runningText : messages.ended}
    </>
  );
}

function BranchLine({ branch }: { branch: BranchDetails | undefined }) {
  if (!branch) return null;
  return (
    <Flex rowGap="1" columnGap="5" wrap="wrap">
      {branch.address !== '' && (
        <Flex as="span" align="center" gap="1.5">
          <MapPin size={16} aria-hidden /> <TypedText>{branch.address}</TypedText>
        </Flex>
      )}
      <Flex as="span" align="center" gap="1.5">
        <CalendarDays size={16} aria-hidden />
        <span>
          <CurrentMonth branch={branch} />
        </span>
      </Flex>
    </Flex>
  );
}

const loadDialog = () => import('#app/resources/month/month-name-dialog.tsx');

function storedText(stored: WaitingForMonth | undefined): string {
  if (!stored || stored.count === 0) return '';
  const { count } = stored;
  const income = readPiastres(stored.income) ?? 0n;
  return income > 0n
    ? messages.incomeWaits({ amount: formatMoney(income), count })
    : messages.entriesWait({ count });
}

function pendingText({ received, count }: PendingMoney): string {
  if (count === 0) return '';
  return received > 0n
    ? messages.pendingWaits({ amount: formatMoney(received) })
    : messages.pendingEntriesWait({ count });
}

function NextMonthNotice() {
  const { status, barred } = useMonthState();
  const { stored, pending } = useWaitingForMonth();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const dialog = useLazyDialog(open, loadDialog, close);
  const count = (stored?.count ?? 0) + pending.count;
  const isBetween = status === 'ended' || status === 'none';
  const shown = status === 'ended' || (status !== 'loading' && count > 0);
  return (
    <>
      {shown && (
        <Flex direction="column" marginBlockEnd="4">
          <Callout tone="waiting" icon={<CalendarClock size={18} aria-hidden />}>
            <p>
              {isBetween ? messages.waitsForNextMonth : messages.waitsBesides} {storedText(stored)}{' '}
              {pendingText(pending)}
            </p>
            {isBetween && (
              <Button
                size="sm"
                minHeight="11"
                variant="outline"
                marginBlockStart="2"
                disabled={barred !== undefined}
                title={barred}
                onClick={() => setOpen(true)}
              >
                {messages.createNextMonth}
              </Button>
            )}
          </Callout>
        </Flex>
      )}
      {open && dialog && <dialog.CreateMonthDialog title={messages.createMonth} onClose={close} />}
    </>
  );
}

/** Not at later attempts after an error: what was drawn stays. */
const isFirstRead = ({ isLoading, isFetched }: Pick<UseQueryResult, 'isLoading' | 'isFetched'>) =>
  isLoading && !isFetched;

function Tiles({ pending }: { readonly pending: PendingMoney }) {
  const { data, error, refetch } = useQuery(dashboardQuery());
  const months = useQuery(monthsQuery(1));
  const { data: branch } = useQuery(branchQuery());
  // With the month before, so that the tiles do not grow.
  if (data && !isFirstRead(months)) {
    const isRunning = monthOfFigures(data, branch).running;
    return (
      <Flex direction="column" gap="2">
        <TileGrid tiles={tilesOf(data, { previous: months.data?.results[1], isRunning })} />
        <PendingNote {...pending} />
      </Flex>
    );
  }
  return error ? <PageError error={error} onRetry={() => void refetch()} /> : <TilesLoading />;
}

const TakePayment = () => (
  <Button asChild hideFrom="md">
    <Link to={TAKE_PAYMENT_PATH}>
      <HandCoins size={18} aria-hidden /> {appMessages.takePayment}
    </Link>
  </Button>
);

/** Nothing runs, or the running month began before this calendar month, in the time zone of the device. */
function isMonthDue({ status, month }: Pick<ReturnType<typeof useMonthState>, 'status' | 'month'>): boolean {
  const began = status === 'running' ? month?.start_date : undefined;
  return (
    status === 'none' || status === 'ended' || (began != null && began.slice(0, 7) < currentDay().slice(0, 7))
  );
}

function MonthCard(room: { readonly marginBlockStart?: '4'; readonly marginBlockEnd?: '4' }) {
  return (
    <Surface as="section" aria-label={messages.monthTitle} paddingInline="5" paddingBlock="4" {...room}>
      <Flex gap="3" align="center" justify="space-between" wrap="wrap">
        <chakra.h2 fontSize="md" fontWeight="semibold">
          {messages.monthTitle}
        </chakra.h2>
        <Flex gap="3" wrap="wrap">
          <MonthActions createLabel={messages.createMonth} />
        </Flex>
      </Flex>
    </Surface>
  );
}

const DeskActions = optionalComponent(
  async () => (await import('./desk-actions.tsx')).DeskActions,
  <Skeleton aria-hidden height={{ base: '12.75rem', md: '6rem' }} borderRadius="md" marginBlockEnd="4" />,
);

const GettingStarted = optionalComponent(async () => (await import('./getting-started.tsx')).GettingStarted);

export function DashboardPage() {
  const { data: branch = bootCache().branch, dataUpdatedAt } = useQuery(branchQuery());
  const { barred, status, month } = useMonthState();
  const may = usePermissions();
  // Before this device has read its user, nothing is shown that the server may refuse.
  const { data: user = bootCache().user, isFetched } = useQuery(userQuery());
  const isKnown = user !== undefined || isFetched;
  const seesFigures = isKnown && may('months.figures');
  const due = isMonthDue({ status, month });
  // The sums load first: the lists below request many pages at once.
  const tiles = useQuery({ ...dashboardQuery(), enabled: seesFigures });
  // Nothing is read, and nothing seems to load, while the device's cache is.
  const isRestoring = useIsRestoring();
  const waits = isRestoring || (seesFigures && isFirstRead(tiles));
  const months = useQuery(monthsQuery(1));
  const promised = usePromisedToday({ enabled: isKnown && !waits });
  const ending = useEndingSoon({ enabled: isKnown && !waits });
  // What may be absent, or on top, is drawn when that is known, and what stands below it not before.
  const isPlaced = isKnown && !waits && ![months, promised, ending].some(isFirstRead);
  const pending = usePendingMoney();
  return (
    <>
      <PageHeading
        title={branch?.name ?? messages.title}
        about={<BranchLine branch={branch} />}
        action={<TakePayment />}
      />
      <OfflineNote shown={barred !== undefined} updatedAt={dataUpdatedAt} also={barred} />
      <NextMonthNotice />
      {/* Above the parts that arrive late, so that it stays under a finger. */}
      {due && <MonthCard marginBlockEnd="4" />}
      <GettingStarted />
      {isKnown && !seesFigures && <DeskActions />}
      <Today />
      {seesFigures && <Tiles pending={pending} />}
      {isKnown && (
        <Grid
          gap="4"
          marginBlockStart={seesFigures ? '4' : '0'}
          templateColumns={{ base: '1fr', lg: '1fr 1fr' }}
        >
          {seesFigures && may('drawer.see-all') && branch?.closes && <LastWeek />}
          <LatestPayments waits={waits} />
          <DebtsToCall waits={waits} />
          {isPlaced && (
            <>
              <PromisedToday />
              <EndingSoon />
            </>
          )}
        </Grid>
      )}
      {isPlaced && seesFigures && <BranchCharts waiting={pending.received} />}
      {isPlaced && !due && <MonthCard marginBlockStart="4" />}
    </>
  );
}
