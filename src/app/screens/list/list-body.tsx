import { Button, Flex } from '@chakra-ui/react';
import type { ListedRecord, ListReading } from '#app/outbox/use-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import { INVALID_PAGE } from '#contract/paging.ts';
import { ErrorLine } from '../error-line.tsx';
import { PageError } from '../page-error.tsx';
import { useMedia } from '../use-media.ts';
import { columnsOf, TABLE, WIDE } from './columns.ts';
import { ListEmpty } from './list-empty.tsx';
import { SkeletonCards, SkeletonRows } from './list-skeleton.tsx';
import { RecordCards } from './record-cards.tsx';
import { RecordRows, RecordTable } from './record-table.tsx';
import { useFresh } from './use-fresh.ts';

interface ListBodyProps {
  readonly resource: Resource;
  readonly reading: ListReading;
  readonly narrowed: boolean;
  readonly onShowAll: () => void;
  readonly onDelete: (listed: ListedRecord) => void;
}

/** The rows of a list in whichever state they are: loading, failed, none, or there. */
export function ListBody({ resource, reading, narrowed, onShowAll, onDelete }: ListBodyProps) {
  const { rows, status, error, paused, refetch } = reading;
  const wide = useMedia(WIDE);
  const asTable = useMedia(TABLE);
  const fresh = useFresh();
  const columns = columnsOf(resource, wide);

  if (status === 'loading') {
    return asTable ? (
      <RecordTable resource={resource} columns={columns} busy>
        <SkeletonRows columns={columns} />
      </RecordTable>
    ) : (
      <SkeletonCards />
    );
  }
  if (error !== undefined && rows.length === 0) {
    return (
      <PageError message={error} onRetry={refetch}>
        {error === INVALID_PAGE && <Button onClick={onShowAll}>Go to the first page</Button>}
      </PageError>
    );
  }
  if (rows.length === 0) return <ListEmpty resource={resource} narrowed={narrowed} onShowAll={onShowAll} />;
  return (
    <>
      {error !== undefined && !paused && (
        <Flex gap="4" align="center" wrap="wrap" marginBlockEnd="3">
          <ErrorLine message={error} />
          <Button variant="outline" size="sm" onClick={refetch}>
            Try again
          </Button>
        </Flex>
      )}
      {asTable ? (
        <RecordTable resource={resource} columns={columns}>
          <RecordRows {...{ resource, columns, rows, fresh, onDelete }} />
        </RecordTable>
      ) : (
        <RecordCards {...{ resource, rows, fresh, onDelete }} />
      )}
    </>
  );
}
