import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type ListSearch, listQuery } from './resource-queries.ts';
import { useOutboxView } from './use-outbox-view.ts';
import { type ListedRecord, pageWithPending } from './with-pending.ts';

/** A record among those of other kinds. */
export interface RecordOfKind extends ListedRecord {
  readonly resource: Resource;
}

/** A page of one kind that is asked for beside those of others. */
export interface RequestedPage {
  readonly resource: Resource;
  readonly search: ListSearch;
}

/** An overview of many lists need not be newer than this, in milliseconds; own writes refresh it at once. */
const FRESH = 60_000;

/**
 * A page of each of several lists, with unsettled writes laid over them.
 * @param wanted the same array as long as the same is wanted
 */
export function useManyRecords(wanted: readonly RequestedPage[]): {
  readonly rows: readonly RecordOfKind[];
  readonly loading: boolean;
} {
  const { rows: outbox } = useOutboxView();
  const offline = useConnection() === 'offline';
  const { pages, reading } = useQueries({
    queries: wanted.map(({ resource, search }) => ({ ...listQuery(resource, search), staleTime: FRESH })),
    combine: (answers) => ({
      pages: answers.map(({ data }) => data),
      reading: answers.some(({ isLoading }) => isLoading),
    }),
  });
  const rows = useMemo(
    () =>
      wanted.flatMap(({ resource, search }, place) =>
        pageWithPending(resource, pages[place], outbox, search).rows.map((row) => ({ ...row, resource })),
      ),
    [wanted, pages, outbox],
  );
  // An order over several lists means nothing before all are there; offline, what is here is all there is.
  const loading = reading && !offline;
  return { rows: loading ? [] : rows, loading };
}
