import { Button, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { isRefusal } from '#app/api/api-error.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import type { ListedRecord } from '#app/reads/use-records.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { INVALID_PAGE } from '#contract/paging.ts';
import { columnsOf, TABLE_QUERY, WIDE_QUERY, WIDEST_QUERY } from './columns.ts';
import { ListEmpty } from './list-empty.tsx';
import { SkeletonCards, SkeletonRows } from './list-skeleton.tsx';
import { messages } from './messages.ts';
import { RecordCards } from './record-cards.tsx';
import { RecordRows, RecordTable } from './record-table.tsx';
import type { ShownList } from './use-list.ts';

const loadTotals = () => import('./list-totals.tsx');
const TotalsFoot = optionalComponent(async () => (await loadTotals()).TotalsFoot);
const TotalsLines = optionalComponent(async () => (await loadTotals()).TotalsLines);

interface ListBodyProps {
  readonly resource: Resource;
  readonly list: ShownList;
  /** The list request, to which the totals belong as well. */
  readonly request: ListRequest;
  readonly isFiltered: boolean;
  /** Id of the record that was just saved. */
  readonly highlighted: string | undefined;
  readonly onOrder: (ordering: string) => void;
  readonly onShowAll: () => void;
  readonly onDelete: (listed: ListedRecord) => void;
}

/** Renders the records of a list, or its loading, error or empty state. */
export const ListBody = memo(function ListBody(props: ListBodyProps) {
  const { resource, list, request, isFiltered, highlighted, onOrder, onShowAll, onDelete } = props;
  const { rows, status, earlier, error, paused, refetch, offlinePage } = list;
  const wide = useMedia(WIDE_QUERY);
  const asTable = useMedia(TABLE_QUERY);
  const declaresPeople = useQuery({ ...branchQuery(), enabled: false }).data?.people;
  const tellsPeople = useMedia(WIDEST_QUERY) && declaresPeople;
  const columns = useMemo(() => columnsOf(resource, wide, tellsPeople), [resource, wide, tellsPeople]);
  const headProps = { resource, columns, ordering: request.ordering ?? '', onOrder };
  const totals = { resource, request, offlinePage };

  if (status === 'loading') {
    return asTable ? (
      <RecordTable {...headProps} busy>
        <SkeletonRows columns={columns} />
      </RecordTable>
    ) : (
      <SkeletonCards />
    );
  }
  if (error !== undefined && rows.length === 0) {
    return (
      <PageError error={error} onRetry={refetch}>
        {error.message === INVALID_PAGE && <Button onClick={onShowAll}>{messages.showFirstPage}</Button>}
      </PageError>
    );
  }
  if (rows.length === 0)
    return <ListEmpty resource={resource} isFiltered={isFiltered} onShowAll={onShowAll} />;
  return (
    <>
      {error !== undefined && !paused && (
        <Flex gap="4" align="center" wrap="wrap" marginBlockEnd="3">
          <ErrorLine message={error.message} />
          {!isRefusal(error) && (
            <Button variant="outline" size="sm" onClick={refetch}>
              {appMessages.tryAgain}
            </Button>
          )}
        </Flex>
      )}
      {asTable ? (
        <RecordTable
          {...headProps}
          busy={earlier}
          footer={request.totals && <TotalsFoot {...totals} columns={columns} />}
        >
          <RecordRows {...{ resource, columns, rows, highlighted, onDelete }} />
        </RecordTable>
      ) : (
        <>
          <RecordCards {...{ resource, rows, highlighted, onDelete }} />
          {request.totals && <TotalsLines {...totals} />}
        </>
      )}
    </>
  );
});
