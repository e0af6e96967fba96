import { Button } from '@chakra-ui/react';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { memo, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, isForbidden } from '#app/api/api-error.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { addPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { type Column, columnsOf, TABLE_QUERY, WIDE_QUERY, WIDEST_QUERY } from './columns.ts';
import { ImportLink } from './export-button.tsx';
import listStyles from './list.module.css';
import { isFiltered, type SetFilters, withoutFilters } from './list-state.ts';
import { RecordCards } from './record-cards.tsx';
import { RecordRows, RecordTable } from './record-table.tsx';
import { messages } from './texts.en.ts';
import type { ShownList } from './use-list.ts';

interface ListEmptyProps {
  readonly resource: Resource;
  readonly isNarrowed: boolean;
  readonly onShowAll: () => void;
}

function ListEmpty({ resource, isNarrowed, onShowAll }: ListEmptyProps) {
  const mayCreate = useMay(resource.name, 'create');
  const { one, other: things } = resource.nouns;
  if (isNarrowed) {
    return (
      <EmptyState icon={SearchX} title={messages.noneMatch({ things })} about={messages.noneMatchHint}>
        <Button variant="outline" onClick={onShowAll}>
          {messages.showAll({ things })}
        </Button>
      </EmptyState>
    );
  }
  const title = resource.commonName ? messages.noEnrolmentsYet : messages.noneYet({ things });
  return (
    <EmptyState icon={Inbox} title={title} about={resource.description}>
      {mayCreate && (
        <Button asChild variant="subtle">
          <Link to={addPath(resource)}>
            {resource.commonName
              ? messages.enrolFirst
              : messages.addFirst({ verb: resource.addVerb, thing: one })}
          </Link>
        </Button>
      )}
      {resource.name === 'student' && <ImportLink />}
    </EmptyState>
  );
}

const ROWS = Array.from({ length: PAGE_SIZE }, (_, row) => row);
const LENGTHS = ['72%', '88%', '64%', '80%'];

const Bar = ({ place }: { readonly place: number }) => (
  <div className={listStyles.bar} style={{ width: LENGTHS[place % LENGTHS.length] }} />
);

function SkeletonRows({ columns }: { columns: readonly Column[] }) {
  return ROWS.map((row) => (
    <tr key={row} aria-hidden>
      {columns.map((column, index) => (
        <td key={column.key} data-kind={column.kind}>
          <Bar place={row + index} />
        </td>
      ))}
      <td data-end />
    </tr>
  ));
}

function SkeletonCards() {
  return (
    <div className={listStyles.cardsLoading} aria-hidden>
      {ROWS.slice(0, 6).map((row) => (
        <div key={row}>
          <Bar place={row} />
          <div className={listStyles.bar} style={{ width: '50%' }} />
        </div>
      ))}
    </div>
  );
}

const loadTotals = () => import('./list-totals.tsx');
const TotalsFoot = optionalComponent(async () => (await loadTotals()).TotalsFoot);
const TotalsLines = optionalComponent(async () => (await loadTotals()).TotalsLines);

/** Nothing is known of the list: only the error says something. An empty one that was read is known offline too. */
export const isUnread = ({ status, error, rows, paused, earlier, updatedAt }: ShownList): boolean =>
  status !== 'loading' && error !== undefined && rows.length === 0 && !(paused && !earlier && updatedAt > 0);

interface ListBodyProps {
  readonly resource: Resource;
  readonly list: ShownList;
  readonly request: ListRequest;
  readonly setFilters: SetFilters;
}

export const ListBody = memo(function ListBody({ resource, list, request, setFilters }: ListBodyProps) {
  const { rows, status, earlier, error, paused, refetch, offlinePage } = list;
  const wide = useMedia(WIDE_QUERY);
  const asTable = useMedia(TABLE_QUERY);
  const declaresPeople = useDeclared('people');
  const tellsPeople = useMedia(WIDEST_QUERY) && declaresPeople;
  // The same columns while they stay: each row compares them.
  const columns = useMemo(() => columnsOf(resource, wide, tellsPeople), [resource, wide, tellsPeople]);
  const tableProps = { resource, columns, ordering: request.ordering ?? '', setFilters };
  const showAll = () => setFilters(withoutFilters(resource));
  const totals = { resource, request, offlinePage };

  if (status === 'loading') {
    return asTable ? (
      <RecordTable {...tableProps} busy>
        <SkeletonRows columns={columns} />
      </RecordTable>
    ) : (
      <SkeletonCards />
    );
  }
  if (isUnread(list)) {
    const isBeyondLastPage = error instanceof ApiError && error.status === 404 && request.page !== 1;
    return (
      <PageError error={error} onRetry={refetch}>
        {isBeyondLastPage && <Button onClick={showAll}>{messages.showFirstPage}</Button>}
      </PageError>
    );
  }
  if (rows.length === 0)
    return <ListEmpty resource={resource} isNarrowed={isFiltered(request)} onShowAll={showAll} />;
  return (
    <>
      {error !== undefined && !paused && (
        <div className={listStyles.error}>
          <ErrorLine message={error.message} />
          {!isForbidden(error) && (
            <Button variant="outline" size="sm" onClick={refetch}>
              {appMessages.tryAgain}
            </Button>
          )}
        </div>
      )}
      {asTable ? (
        <RecordTable
          {...tableProps}
          busy={earlier}
          footer={request.totals && <TotalsFoot {...totals} columns={columns} />}
        >
          <RecordRows {...{ resource, columns, rows }} />
        </RecordTable>
      ) : (
        <>
          <RecordCards resource={resource} rows={rows} />
          {request.totals && <TotalsLines {...totals} />}
        </>
      )}
    </>
  );
});
