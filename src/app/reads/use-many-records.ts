import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type ListSearch, listQuery } from './resource-queries.ts';
import { useOutboxView } from './use-outbox-view.ts';
import { type ListedRecord, overlayPage } from './with-pending.ts';

/** A listed record with its resource. */
export interface RecordOfKind extends ListedRecord {
  readonly resource: Resource;
}

/** A page of one resource among those of several. */
export interface RequestedPage {
  readonly resource: Resource;
  readonly search: ListSearch;
}

/** Stale time of an overview of many lists, in milliseconds; the user's own entries refresh it at once. */
const STALE_TIME = 60_000;

/**
 * Returns one page of each of several lists, overlaid with unsettled entries.
 * @param requested must be the same array while its content is the same
 */
export function useManyRecords(requested: readonly RequestedPage[]): {
  readonly rows: readonly RecordOfKind[];
  readonly loading: boolean;
} {
  const { rows: outbox } = useOutboxView();
  const offline = useConnection() === 'offline';
  const { pages, reading: isReading } = useQueries({
    queries: requested.map(({ resource, search }) => ({
      ...listQuery(resource, search),
      staleTime: STALE_TIME,
    })),
    combine: (answers) => ({
      pages: answers.map(({ data }) => data),
      reading: answers.some(({ isLoading }) => isLoading),
    }),
  });
  const rows = useMemo(
    () =>
      requested.flatMap(({ resource, search }, index) =>
        overlayPage(resource, pages[index], outbox, search).rows.map((row) => ({ ...row, resource })),
      ),
    [requested, pages, outbox],
  );
  // Sorting over several lists needs all of them. Offline, the cached ones are all there are.
  const loading = isReading && !offline;
  return { rows: loading ? [] : rows, loading };
}
