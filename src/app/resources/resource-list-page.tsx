import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { listTitle } from '#app/lib/texts.en.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { useShallowStable } from '#app/lib/use-shallow-stable.ts';
import { importWhenIdle } from '#app/lib/when-idle.ts';
import type { Subject } from '#app/printing/receipt/use-receipt.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import type { ListResult } from '#app/reads/use-records.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import { isFolded, TABLE_QUERY, WIDE_QUERY } from './list/columns.ts';
import type { NamedMonth } from './list/filter-labels.ts';
import { ListActions } from './list/list-actions.tsx';
import { ListBody } from './list/list-body.tsx';
import { filterNames, isFiltered, type ListFilters, toQuery } from './list/list-state.ts';
import { Count, ListToolbar } from './list/list-toolbar.tsx';
import { countedNoun, offlineSearchLabel } from './list/offline-search-label.ts';
import { OfflineSearchNote } from './list/offline-search-note.tsx';
import { loadReceipt, OpenReceipt } from './list/open-receipt.ts';
import { Pager } from './list/pager.tsx';
import { useHighlightedRow } from './list/use-highlighted-row.ts';
import { useList } from './list/use-list.ts';
import { useListState } from './list/use-list-state.ts';
import { messages } from './texts.en.ts';

/** Not before the rows: it stands under them. */
const CancelledPayments = optionalComponent(
  async () =>
    (await importWhenIdle(() => import('#app/printing/cancelled/permitted-cancelled.tsx')))
      .PermittedCancelled,
);
const loadDelete = () => import('./list/delete-dialog.tsx');

/** Prefetches the next page, so that Next answers at once. */
function useNextPage(
  resource: Resource,
  request: ListRequest,
  { status, pages }: ListResult,
  online: boolean,
) {
  const client = useQueryClient();
  const wanted = online && status === 'ready' && request.page < pages;
  useEffect(() => {
    if (!wanted) return;
    client.prefetchQuery(listQuery(resource, { ...request, page: request.page + 1 })).catch(() => undefined);
  }, [client, resource, wanted, request]);
}

const NO_MONTHS: readonly NamedMonth[] = [];

/** Returns "120 students", or '' while unknown. Installments are counted by a name of their own. */
function countLabel(
  resource: Resource,
  { status, earlier, count }: ListResult,
  { is_installment, owing }: ListFilters['filters'],
): string {
  if (status !== 'ready' || earlier) return '';
  if (is_installment === 'true') return messages.installmentCount({ count });
  if (resource.installment && !is_installment && !owing) return messages.rowCount({ count });
  return messages.recordCount({
    count,
    thing: resource.singular.toLowerCase(),
    things: countedNoun(resource),
  });
}

/** Renders the list of any resource from its declaration alone (specification, section 2). */
export function ResourceListPage({ resource }: { resource: Resource }) {
  const { page, listFilters, goTo, setFilters } = useListState(resource);
  const request = useMemo(() => toQuery(resource, { ...listFilters, page }), [resource, listFilters, page]);
  const latest = useList(resource, request);
  const online = useConnection() === 'online';
  const months = useQuery({ ...monthsQuery(1), enabled: resource.cash !== undefined });
  // Only a server with filters can tell the month of a record.
  const canFilterByMonth = useReadStrategy()?.searches !== false && resource.cash !== undefined;
  const asTable = useMedia(TABLE_QUERY);
  const wide = useMedia(WIDE_QUERY);
  const [deleting, setDeleting] = useState<ListedRecord>();
  const stopDeleting = () => setDeleting(undefined);
  const removal = useLazyDialog(deleting !== undefined, loadDelete, stopDeleting);
  const [receipt, setReceipt] = useState<Subject>();
  const closeReceipt = () => setReceipt(undefined);
  const printed = useLazyDialog(receipt !== undefined, loadReceipt, closeReceipt);
  useNextPage(resource, request, latest, online && !latest.offlinePage && !latest.earlier);
  const onOrder = useCallback((ordering: string) => setFilters({ ordering }), [setFilters]);
  const onShowAll = useCallback(
    () => setFilters(Object.fromEntries(['search', ...filterNames(resource)].map((name) => [name, '']))),
    [setFilters, resource],
  );
  // Deferred as one value: rows that render in slices keep the controls responsive.
  const shown = useDeferredValue(
    useShallowStable({
      resource,
      list: latest,
      request,
      isFiltered: isFiltered(listFilters),
      highlighted: useHighlightedRow(),
    }),
  );
  const { list } = shown;
  const count = countLabel(resource, list, listFilters.filters);

  return (
    <>
      <PageHeading
        title={listTitle(resource)}
        // On a phone the rows need the room.
        about={asTable ? resource.description : undefined}
        beside={useMemo(() => !asTable && <Count>{count}</Count>, [asTable, count])}
        action={useMemo(() => <ListActions resource={resource} />, [resource])}
      />
      <ListToolbar
        resource={resource}
        listFilters={listFilters}
        setFilters={setFilters}
        months={(canFilterByMonth && months.data?.results) || NO_MONTHS}
        chooseOrder={!asTable || (!wide && isFolded(resource))}
        count={asTable ? count : undefined}
        list={list}
      />
      <OfflineNote
        shown={!online}
        updatedAt={list.updatedAt}
        text={list.complete ? undefined : offlineSearchLabel(resource, list.offlinePage)}
      />
      {online && list.offlinePage && list.complete && (
        <OfflineSearchNote resource={resource} page={list.offlinePage} />
      )}
      <OpenReceipt value={setReceipt}>
        <ListBody {...shown} {...{ onOrder, onShowAll }} onDelete={setDeleting} />
      </OpenReceipt>
      <Pager page={page} pages={list.pages} onPage={goTo} />
      {resource.installment && <CancelledPayments resource={resource.name} />}
      {receipt && printed && <printed.ReceiptDialog subject={receipt} onClose={closeReceipt} />}
      {deleting && removal && (
        <removal.DeleteDialog resource={resource} listed={deleting} onClose={stopDeleting} />
      )}
    </>
  );
}
