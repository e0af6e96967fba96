import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { monthsQuery } from '#app/data/branch-queries.ts';
import { useConnection } from '#app/data/connection.ts';
import { useReadStrategy } from '#app/data/read-strategy.ts';
import { type ListSearch, listQuery } from '#app/data/resource-queries.ts';
import type { ListedRecord, ListReading } from '#app/outbox/use-records.ts';
import { useSame } from '#app/outbox/use-same.ts';
import { PageHeading } from '#app/shell/page-heading.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { isFolded, TABLE, WIDE } from './list/columns.ts';
import type { NamedMonth } from './list/filter-words.ts';
import { keptWords } from './list/kept-words.ts';
import { ListActions } from './list/list-actions.tsx';
import { ListBody } from './list/list-body.tsx';
import { ListToolbar } from './list/list-toolbar.tsx';
import { Pager } from './list/pager.tsx';
import { askedFor, filterNames, isNarrowed } from './list/place.ts';
import { SearchedHere } from './list/searched-here.tsx';
import { useFresh } from './list/use-fresh.ts';
import { useList } from './list/use-list.ts';
import { usePlace } from './list/use-place.ts';
import { listTitle } from './messages.ts';
import { OfflineNote } from './offline-note.tsx';
import { useMedia } from './use-media.ts';

const DeleteDialog = lazy(async () => ({ default: (await import('./list/delete-dialog.tsx')).DeleteDialog }));

/** Fetches the page after this one, so that Next answers at once. */
function useNextPage(
  resource: Resource,
  search: ListSearch,
  { status, pages }: ListReading,
  online: boolean,
) {
  const client = useQueryClient();
  const wanted = online && status === 'ready' && search.page < pages;
  useEffect(() => {
    if (!wanted) return;
    client.prefetchQuery(listQuery(resource, { ...search, page: search.page + 1 })).catch(() => undefined);
  }, [client, resource, wanted, search]);
}

const NO_MONTHS: readonly NamedMonth[] = [];

/** "120 students"; nothing while it is not known. */
function countWords({ singular, plural }: Resource, { status, earlier, count }: ListReading): string {
  if (status !== 'ready' || earlier) return '';
  // A service that is its own plural can't be counted by its name.
  const things = singular === plural ? 'records' : plural.toLowerCase();
  return `${count} ${count === 1 ? singular.toLowerCase() : things}`;
}

/** The list of any resource, from its declaration alone (specification, section 2). */
export function ResourceListPage({ resource }: { resource: Resource }) {
  const { page, narrowing, goTo, narrow } = usePlace(resource);
  const search = useMemo(() => askedFor(resource, { ...narrowing, page }), [resource, narrowing, page]);
  const answered = useList(resource, search);
  const online = useConnection() === 'online';
  const months = useQuery({ ...monthsQuery(1), enabled: resource.cash !== undefined });
  // Which month a record is in, only a host that filters can tell.
  const byMonth = useReadStrategy()?.searches !== false && resource.cash !== undefined;
  const asTable = useMedia(TABLE);
  const wide = useMedia(WIDE);
  const [leaving, setLeaving] = useState<ListedRecord>();
  useNextPage(resource, search, answered, online && !answered.kept && !answered.earlier);
  const onOrder = useCallback((ordering: string) => narrow({ ordering }), [narrow]);
  const onShowAll = useCallback(
    () => narrow(Object.fromEntries(['search', ...filterNames(resource)].map((name) => [name, '']))),
    [narrow, resource],
  );
  // What is read may follow a moment after what was pressed, all of it together: drawn in slices, it keeps no finger waiting.
  const shown = useDeferredValue(
    useSame({ resource, reading: answered, search, narrowed: isNarrowed(narrowing), fresh: useFresh() }),
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
          also={reading.whole ? undefined : keptWords(resource, reading.kept)}
        />
      )}
      {online && reading.kept && reading.whole && <SearchedHere resource={resource} kept={reading.kept} />}
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
