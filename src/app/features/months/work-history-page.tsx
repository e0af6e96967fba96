import { Box, Flex } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useMedia } from '#app/lib/use-media.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { ExportButton } from '#app/resources/export/export-button.tsx';
import { Pager } from '#app/resources/list/pager.tsx';
import { usePage } from '#app/resources/list/use-list-state.ts';
import { MonthsOverTime } from '#app/resources/month/charts/branch-charts.tsx';
import { MonthActions } from '#app/resources/month/month-actions.tsx';
import { useMonthState } from '#app/resources/month/use-month-state.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { MONTH_PATH, type Month } from '#contract/month.ts';
import { pageCount, pageSizeOf } from '#contract/paging.ts';
import { messages } from './messages.ts';
import { MonthCards } from './month-cards.tsx';
import { type MonthAction, MonthDialogs } from './month-dialogs.tsx';
import { MonthsLoading, NoMonths } from './months-states.tsx';
import { MonthsTable } from './months-table.tsx';
import { ReopenedMonths } from './reopened-months.tsx';
import { RunningMonthCard } from './running-month-card.tsx';

const EVERYTHING = {};

/** Renders the months of the branch with their figures and actions (specification, section 2). */
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
      {status === 'running' && month && page === 1 && (
        <RunningMonthCard month={month} seesFigures={seesFigures} />
      )}
      {data && data.results.length > 0 && (
        <Flex justify="end" marginBlockEnd="3">
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
