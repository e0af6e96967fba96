import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { listTitle } from '#app/lib/messages.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { useShallowStable } from '#app/lib/use-shallow-stable.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { type ListSearch, listQuery } from '#app/reads/resource-queries.ts';
import type { ListedRecord, ListResult } from '#app/reads/use-records.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { isFolded, TABLE_QUERY, WIDE_QUERY } from './list/columns.ts';
import type { NamedMonth } from './list/filter-labels.ts';
import { ListActions } from './list/list-actions.tsx';
import { ListBody } from './list/list-body.tsx';
import { filterNames, isFiltered, toQuery } from './list/list-state.ts';
import { ListToolbar } from './list/list-toolbar.tsx';
import { offlineSearchLabel } from './list/offline-search-label.ts';
import { OfflineSearchNote } from './list/offline-search-note.tsx';
import { Pager } from './list/pager.tsx';
import { useHighlightedRow } from './list/use-highlighted-row.ts';
import { useList } from './list/use-list.ts';
import { useListState } from './list/use-list-state.ts';

const DeleteDialog = lazy(async () => ({ default: (await import('./list/delete-dialog.tsx')).DeleteDialog }));

/** Prefetches the next page, so that Next answers at once. */
function useNextPage(resource: Resource, search: ListSearch, { status, pages }: ListResult, online: boolean) {
  const client = useQueryClient();
  const wanted = online && status === 'ready' && search.page < pages;
  useEffect(() => {
    if (!wanted) return;
    client.prefetchQuery(listQuery(resource, { ...search, page: search.page + 1 })).catch(() => undefined);
  }, [client, resource, wanted, search]);
}

const NO_MONTHS: readonly NamedMonth[] = [];

/** Returns "120 students", or '' while unknown. */
function countWords({ singular, plural }: Resource, { status, earlier, count }: ListResult): string {
  if (status !== 'ready' || earlier) return '';
  // Some services have the same singular and plural, which cannot be counted.
  const things = singular === plural ? 'records' : plural.toLowerCase();
  return `${count} ${count === 1 ? singular.toLowerCase() : things}`;
}

/** Renders the list of any resource from its declaration alone (specification, section 2). */
export function ResourceListPage({ resource }: { resource: Resource }) {
  const { page, narrowing, goTo, narrow } = useListState(resource);
  const search = useMemo(() => toQuery(resource, { ...narrowing, page }), [resource, narrowing, page]);
  const answered = useList(resource, search);
  const online = useConnection() === 'online';
  const months = useQuery({ ...monthsQuery(1), enabled: resource.cash !== undefined });
  // Only a server with filters can tell the month of a record.
  const byMonth = useReadStrategy()?.searches !== false && resource.cash !== undefined;
  const asTable = useMedia(TABLE_QUERY);
  const wide = useMedia(WIDE_QUERY);
  const [leaving, setLeaving] = useState<ListedRecord>();
  useNextPage(resource, search, answered, online && !answered.kept && !answered.earlier);
  const onOrder = useCallback((ordering: string) => narrow({ ordering }), [narrow]);
  const onShowAll = useCallback(
    () => narrow(Object.fromEntries(['search', ...filterNames(resource)].map((name) => [name, '']))),
    [narrow, resource],
  );
  // Deferred as one value: rows that render in slices keep the controls responsive.
  const shown = useDeferredValue(
    useShallowStable({
      resource,
      reading: answered,
      search,
      narrowed: isFiltered(narrowing),
      fresh: useHighlightedRow(),
    }),
  );
  const { reading } = shown;

  return (
    <>
      <PageHeading
        title={listTitle(resource)}
        about={resource.description}
        action={useMemo(() => <ListActions resource={resource} />, [resource])}
      />
      <ListToolbar
        resource={resource}
        narrowing={narrowing}
        narrow={narrow}
        months={(byMonth && months.data?.results) || NO_MONTHS}
        chooseOrder={!asTable || (!wide && isFolded(resource))}
        count={countWords(resource, reading)}
      />
      {!online && (
        <OfflineNote
          updatedAt={reading.updatedAt}
          also={reading.whole ? undefined : offlineSearchLabel(resource, reading.kept)}
        />
      )}
      {online && reading.kept && reading.whole && (
        <OfflineSearchNote resource={resource} kept={reading.kept} />
      )}
      <ListBody {...shown} {...{ onOrder, onShowAll }} onDelete={setLeaving} />
      <Pager page={page} pages={reading.pages} onPage={goTo} />
      <Suspense>
        {leaving && (
          <DeleteDialog resource={resource} listed={leaving} onClose={() => setLeaving(undefined)} />
        )}
      </Suspense>
    </>
  );
}
