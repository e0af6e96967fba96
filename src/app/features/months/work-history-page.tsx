import { Box, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { useId, useState } from 'react';
import { currentDay } from '#app/lib/branch-day.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { monthsQuery, useBranch } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { ExportButton } from '#app/resources/list/export-button.tsx';
import { usePage } from '#app/resources/list/list-state.ts';
import { Pager } from '#app/resources/list/pager.tsx';
import { MonthsOverTime } from '#app/resources/month/charts/branch-charts.tsx';
import { MonthActions } from '#app/resources/month/month-actions.tsx';
import { MonthChanges } from '#app/resources/month/month-changes.tsx';
import { AllDebts } from '#app/resources/month/month-figures.tsx';
import { dayOfMonth, useMonthState } from '#app/resources/month/month-state.ts';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import { MONTH_PATH, type Month, monthSpan } from '#contract/month.ts';
import { pageCount, pageSizeOf } from '#contract/paging.ts';
import { type MonthAction, MonthDialogs } from './month-dialogs.tsx';
import { MonthName, MonthSums, StatusBadge } from './month-parts.tsx';
import { MonthCards, MonthsTable } from './months-table.tsx';
import { messages } from './texts.en.ts';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

export function MonthsLoading() {
  return (
    <Flex
      role="status"
      aria-label={messages.loading}
      direction="column"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
    >
      {ROWS.map((row) => (
        <Flex key={row} align="center" gap="6" height="3.25rem" paddingInline="4" borderBottomWidth="1px">
          <Skeleton height="4" width="8rem" />
          <Skeleton height="4" flex="1" />
        </Flex>
      ))}
    </Flex>
  );
}

export function NoMonths() {
  return <EmptyState icon={CalendarDays} title={messages.noneYet} about={messages.noneYetAbout} />;
}

export function ReopenedMonths({ months }: { readonly months: readonly Month[] }) {
  const reopened = months.filter(({ status, reopened_at }) => status === 'ended' && reopened_at);
  if (reopened.length === 0) return null;
  return (
    <chakra.section aria-label={messages.reopenedMonths} marginBlockStart="5">
      <chakra.h2 fontWeight="semibold" marginBlockEnd="2">
        {messages.reopenedMonths}
      </chakra.h2>
      <chakra.ul listStyle="none" display="grid" gap="3">
        {reopened.map((month) => (
          <li key={month.id}>
            <chakra.h3 fontWeight="medium" marginBlockEnd="1" {...typedText(month.name)}>
              {month.name}
            </chakra.h3>
            <MonthChanges month={month} />
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

interface RunningMonthCardProps {
  readonly month: Month | undefined;
  readonly seesFigures: boolean;
}

function spanOf(month: Month): string {
  const day = dayOfMonth(month.start_date, currentDay());
  const span = monthSpan(month);
  return day === undefined ? span : messages.spanOnDay({ span, day });
}

/** As high while its month is being read: the months below it stay where they are. */
export function RunningMonthCard({ month, seesFigures }: RunningMonthCardProps) {
  const branch = useBranch();
  return (
    <chakra.section
      aria-label={messages.runningMonth}
      aria-busy={month === undefined}
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      padding={{ base: '4', md: '5' }}
      marginBlockEnd="5"
    >
      <Flex align="center" gap="3" wrap="wrap" marginBlockEnd={seesFigures ? '4' : undefined}>
        <chakra.h2 fontSize="lg" fontWeight="semibold" display="flex" alignItems="center" minHeight="target">
          {month ? <MonthName month={month} /> : <TypedText>{branch?.current_month_name ?? ''}</TypedText>}
        </chakra.h2>
        <StatusBadge status={month?.status ?? 'running'} />
        <chakra.span color="fg.muted" fontSize="sm">
          {month ? spanOf(month) : <Skeleton height="1lh" width="11rem" />}
        </chakra.span>
      </Flex>
      {seesFigures && (
        <>
          <MonthSums month={month} />
          <Box minHeight={branch?.debts ? 'target' : undefined}>
            <AllDebts />
          </Box>
          {month?.reopened_at && (
            <Box marginBlockStart="4">
              <MonthChanges month={month} />
            </Box>
          )}
        </>
      )}
    </chakra.section>
  );
}

const EVERYTHING = {};

export function WorkHistoryPage() {
  const { page, goTo } = usePage();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...monthsQuery(page),
    placeholderData: keepPreviousData,
  });
  const { data: first } = useQuery({ ...monthsQuery(1), enabled: false });
  const size = (first && pageSizeOf(first, 1)) ?? (data && pageSizeOf(data, page));
  const pages = pageCount(data?.count ?? 0, size);
  const { status, month, barred } = useMonthState();
  const seesFigures = usePermissions()('months.figures');
  const table = useId();
  const asTable = useMedia('(min-width: 51.25em)');
  const isLoading = !data && !error;
  const hasMonths = data ? data.results.length > 0 : isLoading && status !== 'none';

  const [chosen, setChosen] = useState<{ readonly month: Month; readonly action: MonthAction }>();

  const body = () => {
    if (!data) {
      return error ? <PageError error={error} onRetry={() => void refetch()} /> : <MonthsLoading />;
    }
    if (data.results.length === 0) return <NoMonths />;
    const Months = asTable ? MonthsTable : MonthCards;
    return (
      <Months
        months={data.results}
        blockedReason={barred}
        seesFigures={seesFigures}
        onAction={(of, action) => setChosen({ month: of, action })}
      />
    );
  };

  return (
    <>
      <PageHeading
        title={messages.title}
        about={seesFigures ? messages.about : messages.aboutWithoutFigures}
        action={<MonthActions createLabel={messages.createMonth} />}
      />
      <OfflineNote shown={barred !== undefined} updatedAt={dataUpdatedAt} also={barred} />
      {status === 'running' && (month || isLoading) && page === 1 && (
        <RunningMonthCard month={month} seesFigures={seesFigures} />
      )}
      {hasMonths && (
        <Flex justify="space-between" align="end" gap="3" marginBlockEnd="3">
          <chakra.span color="fg.muted" fontSize="sm">
            {seesFigures && asTable && monthMessages.amountsIn}
          </chakra.span>
          <ExportButton path={MONTH_PATH} query={EVERYTHING} />
        </Flex>
      )}
      <div id={table}>{body()}</div>
      {chosen && <MonthDialogs {...chosen} onClose={() => setChosen(undefined)} />}
      <Pager page={page} pages={pages} onPage={goTo} />
      {seesFigures && asTable && data && <ReopenedMonths months={data.results} />}
      {seesFigures && data && data.results.length > 0 && (
        <Box marginBlockStart="5">
          <MonthsOverTime table={{ id: table, months: page === 1 ? data.results.length : 0 }} />
        </Box>
      )}
    </>
  );
}
