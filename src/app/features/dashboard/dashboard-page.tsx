import { Button, chakra, Flex, Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { newestFirst } from '#app/cache/newest-first.ts';
import { textOf } from '#app/fields/field-control.ts';
import { optionTitle } from '#app/fields/reference-options.ts';
import { textAt } from '#app/fields/text-at.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import { DEBTS_SCREEN, editPath } from '#app/lib/paths.ts';
import { callLink } from '#app/lib/phone-links.ts';
import { messages as appMessages, listTitle } from '#app/lib/texts.en.ts';
import { branchQuery, dashboardQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { monthOfFigures } from '#app/reads/on-demand/month-of-figures.ts';
import { type PendingCash, usePendingCash } from '#app/reads/on-demand/pending-cash.ts';
import { useWaitingForMonth } from '#app/reads/on-demand/waiting-for-month.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { type RecordOfKind, useManyRecords } from '#app/reads/use-many-records.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { BranchCharts } from '#app/resources/month/charts/branch-charts.tsx';
import { dayOfMonth } from '#app/resources/month/day-of-month.ts';
import { MonthActions } from '#app/resources/month/month-actions.tsx';
import { useMonthState } from '#app/resources/month/use-month-state.ts';
import { Callout } from '#app/ui/callout.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { BranchDetails } from '#contract/branch.ts';
import { displayDay, effectiveDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import type { WaitingForMonth } from '#contract/month-checklist.ts';
import { largestDebts, newestPayments } from './paid-kinds.ts';
import { Panel } from './panel.tsx';
import { messages } from './texts.en.ts';
import { TileGrid, TilesLoading } from './tile-grid.tsx';
import { tilesOf } from './tiles.ts';
import { Today } from './today.tsx';

function CurrentMonth({ branch }: { branch: BranchDetails }) {
  const { month } = useMonthState();
  if (branch.current_month_name === null) return messages.noMonth;
  const running = branch.current_month === 'running';
  const day = running && month?.status === 'running' ? dayOfMonth(month.start_date, new Date()) : undefined;
  const runningText = day === undefined ? messages.running : messages.runningOnDay({ day });
  return (
    <>
      <chakra.bdi fontWeight="medium" color="fg.default">
        {branch.current_month_name}
      </chakra.bdi>
      {running ? runningText : messages.ended}
    </>
  );
}

/** Renders the branch's address, its current month and the day of that month. */
export function BranchLine({ branch }: { branch: BranchDetails | undefined }) {
  if (!branch) return null;
  return (
    <Flex rowGap="1" columnGap="5" wrap="wrap">
      {branch.address !== '' && (
        <Flex as="span" align="center" gap="1.5">
          <MapPin size={16} aria-hidden /> <bdi>{branch.address}</bdi>
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

const MAX_PAYMENTS = 6;
/** Keeps a line from beginning with the dot between two details. */
const NO_BREAK_SPACE = '\u00a0';

const dayOf = ({ record }: RecordOfKind) =>
  effectiveDay({
    custom_date: textOf(record.custom_date) || null,
    created_at: textOf(record.created_at) || '1970-01-01T00:00:00Z',
  });

/** Returns the payment in piastres; 0 if unknown, so that the record is not listed. */
const paidAmount = ({ resource, record }: RecordOfKind) =>
  readPiastres(record[resource.cash?.field ?? '']) ?? 0n;

/** Compares by pending entries first, then by time, newest first. */
function pendingFirst(one: RecordOfKind, other: RecordOfKind): number {
  return (
    Number(Boolean(other.pending)) - Number(Boolean(one.pending)) || newestFirst(one.record, other.record)
  );
}

function detailsOf(row: RecordOfKind): string {
  const receipt = textOf(row.record.receipt_number);
  return [listTitle(row.resource), receipt && messages.receipt({ receipt }), displayDay(dayOf(row))]
    .filter(Boolean)
    .join(`${NO_BREAK_SPACE}· `);
}

/** Lists the newest payments of all resources. */
export function LatestPayments() {
  const { rows, loading } = useManyRecords(newestPayments);
  const payments = rows
    .filter((row) => paidAmount(row) > 0n)
    .sort(pendingFirst)
    .slice(0, MAX_PAYMENTS);
  return (
    <Panel title={messages.paymentsTitle} empty={loading ? messages.listLoading : messages.noPayments}>
      {payments.map((row) => (
        <li key={`${row.resource.name} ${row.record.id}`}>
          <Link data-record to={editPath(row.resource, row.record.id)}>
            <strong>
              <bdi>{optionTitle(row.resource, row.record)}</bdi>
            </strong>
            <small>{detailsOf(row)}</small>
            {row.pending && (
              <span data-waiting>
                <Clock size={14} aria-hidden />{' '}
                {row.pending.state === 'rejected' ? appMessages.needsYou : appMessages.waitingToBeSent}
              </span>
            )}
          </Link>
          <span data-amount dir="ltr">
            {formatMoney(paidAmount(row))}
          </span>
        </li>
      ))}
    </Panel>
  );
}

const MAX_DEBTS = 6;

/** Returns the remaining amount in piastres; 0 if unknown, so that the record is not listed. */
const remainingOn = ({ resource, record }: RecordOfKind) =>
  readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;

/** Renders the largest debts, except on a server that cannot sort by them (decision 31). */
export function DebtsToCall() {
  return useReadStrategy()?.searches === false ? null : <LargestDebts />;
}

/** Lists the largest debts of all resources with a phone number. */
function LargestDebts() {
  const { rows, loading } = useManyRecords(largestDebts);
  const debts = rows
    .map((row) => ({ ...row, remaining: remainingOn(row), phone: textAt(row.record, 'student_data.phone') }))
    .filter(({ remaining }) => remaining > 0n)
    .sort((one, other) => (one.remaining < other.remaining ? 1 : one.remaining > other.remaining ? -1 : 0))
    .slice(0, MAX_DEBTS);
  return (
    <Panel
      title={messages.debtsTitle}
      more={
        <Button asChild variant="ghost">
          <Link to={DEBTS_SCREEN}>{messages.allDebts}</Link>
        </Button>
      }
      empty={loading ? messages.listLoading : messages.noDebts}
    >
      {debts.map(({ resource, record, remaining, phone }) => (
        <li key={`${resource.name} ${record.id}`}>
          <Link data-record to={editPath(resource, record.id)}>
            <strong>
              <bdi>{optionTitle(resource, record)}</bdi>
            </strong>
            <small>
              {listTitle(resource)} · {phone === '' ? messages.noPhone : <bdi dir="ltr">{phone}</bdi>}
            </small>
          </Link>
          {callLink(phone) && (
            <a
              href={callLink(phone)}
              aria-label={messages.callPerson({ title: optionTitle(resource, record), phone })}
              title={messages.call}
            >
              <Phone size={18} aria-hidden />
            </a>
          )}
          <span data-amount data-owed dir="ltr">
            {formatMoney(remaining)}
          </span>
        </li>
      ))}
    </Panel>
  );
}

const loadDialog = () => import('#app/resources/month/create-month-dialog.tsx');

function storedText(stored: WaitingForMonth | undefined): string {
  if (!stored || stored.count === 0) return '';
  const { count } = stored;
  const income = readPiastres(stored.income) ?? 0n;
  return income > 0n
    ? messages.incomeWaits({ amount: formatMoney(income), count })
    : messages.entriesWait({ count });
}

function unsentText({ income, count }: PendingCash): string {
  if (count === 0) return '';
  return income > 0n
    ? messages.unsentWaits({ amount: formatMoney(income) })
    : messages.unsentEntriesWait({ count });
}

/**
 * Tells what waits for the next month, and offers to create it while none runs (decision 43). After an undo it goes on waiting beside
 * the month that runs (decision 144).
 */
export function NextMonthNotice() {
  const { status, barred } = useMonthState();
  const { stored, unsent } = useWaitingForMonth();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const dialog = useLazyDialog(open, loadDialog, close);
  const count = (stored?.count ?? 0) + unsent.count;
  const isBetween = status === 'ended' || status === 'none';
  const shown = status === 'ended' || (status !== 'loading' && count > 0);
  return (
    <>
      {shown && (
        <Flex direction="column" marginBlockEnd="4">
          <Callout tone="waiting" icon={<CalendarClock size={18} aria-hidden />}>
            <p>
              {isBetween ? messages.waitsForNextMonth : messages.waitsBesides} {storedText(stored)}{' '}
              {unsentText(unsent)}
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
