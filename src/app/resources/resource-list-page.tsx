import { useQueryClient } from '@tanstack/react-query';
import Banknote from 'lucide-react/icons/banknote';
import HandCoins from 'lucide-react/icons/hand-coins';
import Plus from 'lucide-react/icons/plus';
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { useShallowStable } from '#app/lib/held-values.ts';
import { importWhenIdle } from '#app/lib/idle-work.ts';
import { addPath, INSTALLMENT_PATH, PAY_SALARIES_SCREEN } from '#app/lib/paths.ts';
import { addLabel, messages as appMessages, listTitle } from '#app/lib/texts.en.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { useDeclaredFields, useTakesInstallments } from '#app/reads/capabilities.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { Resource } from '#contract/define-resource.ts';
import buttonStyles from './button.module.css';
import { StudentAccounts } from './list/account-line.tsx';
import { TABLE_QUERY } from './list/columns.ts';
import listStyles from './list/list.module.css';
import { isUnread, ListBody } from './list/list-body.tsx';
import { toQuery, useListState } from './list/list-state.ts';
import { Count, ListToolbar } from './list/list-toolbar.tsx';
import { Pager } from './list/pager.tsx';
import { RowDialogs } from './list/rows.tsx';
import { SelectableRows } from './list/selection.tsx';
import { messages } from './list/texts.en.ts';
import { type ShownList, useList } from './list/use-list.ts';

const CancelledPayments = optionalComponent(
  async () =>
    (await importWhenIdle(() => import('#app/printing/cancelled/permitted-cancelled.tsx')))
      .PermittedCancelled,
);

function ListActions({ resource }: { resource: Resource }) {
  const { screens, name } = resource;
  const takesInstallments = useTakesInstallments()(resource);
  const mayCreate = useMay(name, 'create');
  const { knows } = useDeclaredFields();
  return (
    <>
      {takesInstallments && (
        <Link
          className={`${buttonStyles.outline} ${buttonStyles.inHeading}`}
          to={INSTALLMENT_PATH}
          state={{ resource: name, fallback: screens.list }}
        >
          <HandCoins size={18} aria-hidden /> {appMessages.createInstallment}
        </Link>
      )}
      {name === 'salary' && mayCreate && knows({ capability: 'advances' }) && (
        <Link className={`${buttonStyles.outline} ${buttonStyles.inHeading}`} to={PAY_SALARIES_SCREEN}>
          <Banknote size={18} aria-hidden /> {appMessages.paySalaries}
        </Link>
      )}
      {mayCreate && (
        <Link className={`${buttonStyles.solid} ${buttonStyles.inHeading}`} to={addPath(resource)}>
          <Plus size={18} aria-hidden /> {addLabel(resource)}
        </Link>
      )}
    </>
  );
}

interface ListHeadingProps {
  readonly resource: Resource;
  readonly asTable: boolean;
  readonly count: string;
}

const ListHeading = memo(function ListHeading({ resource, asTable, count }: ListHeadingProps) {
  return (
    <PageHeading
      title={listTitle(resource)}
      // On a phone the rows need the room.
      about={asTable ? resource.description : undefined}
      beside={!asTable && <Count>{count}</Count>}
      action={<ListActions resource={resource} />}
    />
  );
});

const countedNoun = ({ singular, plural }: Resource): string =>
  singular === plural ? messages.records : plural.toLowerCase();

function countLabel(resource: Resource, list: ShownList, request: ListRequest): string {
  const { status, earlier, count } = list;
  if (status !== 'ready' || earlier || isUnread(list)) return '';
  if (request.is_installment) return messages.installmentCount({ count });
  if (resource.installment && request.is_installment === undefined && !request.owing)
    return messages.rowCount({ count });
  return messages.recordCount({
    count,
    thing: resource.singular.toLowerCase(),
    things: countedNoun(resource),
  });
}

function searchedText(resource: Resource, { offlinePage, complete }: ShownList): string | undefined {
  if (!offlinePage) return undefined;
  const { monthUnknown, searched } = offlinePage;
  const records = {
    count: searched,
    thing: resource.singular.toLowerCase(),
    things: countedNoun(resource),
  };
  if (complete) return monthUnknown ? messages.monthUnknownLocally : messages.searchedLocally(records);
  return monthUnknown ? messages.monthUnknownOffline : messages.searchedOffline(records);
}

function useNextPage(resource: Resource, request: ListRequest, list: ShownList, online: boolean) {
  const client = useQueryClient();
  const { status, earlier, offlinePage, pages } = list;
  const isWanted = online && status === 'ready' && !earlier && !offlinePage && request.page < pages;
  useEffect(() => {
    if (!isWanted) return;
    client.prefetchQuery(listQuery(resource, { ...request, page: request.page + 1 })).catch(() => undefined);
  }, [client, resource, isWanted, request]);
}

interface ResourceListPageProps {
  readonly resource: Resource;
  readonly summary?: ReactNode;
}

export function ResourceListPage({ resource, summary }: ResourceListPageProps) {
  const { page, listFilters, goTo, setFilters } = useListState(resource);
  const { knows } = useDeclaredFields();
  const request = useMemo(
    () => toQuery(resource, { ...listFilters, page }, knows),
    [resource, listFilters, page, knows],
  );
  const latest = useList(resource, request);
  const online = useConnection() === 'online';
  const asTable = useMedia(TABLE_QUERY);
  useNextPage(resource, request, latest, online);
  // Deferred as one value: the controls answer before the rows are drawn.
  const shown = useDeferredValue(useShallowStable({ resource, list: latest, request }));
  const { list } = shown;
  const count = countLabel(resource, list, request);
  const searched = searchedText(resource, list);

  return (
    <RowDialogs resource={resource}>
      <SelectableRows resource={resource} rows={list.rows}>
        <ListHeading resource={resource} asTable={asTable} count={asTable ? '' : count} />
        {summary}
        <ListToolbar {...{ resource, listFilters, setFilters, list }} count={asTable ? count : undefined} />
        <OfflineNote
          shown={!online && !isUnread(list)}
          updatedAt={list.updatedAt}
          text={list.complete ? undefined : searched}
        />
        {online && list.complete && <output className={listStyles.note}>{searched}</output>}
        {resource.screens.page ? (
          <StudentAccounts rows={list.rows}>
            <ListBody {...shown} setFilters={setFilters} />
          </StudentAccounts>
        ) : (
          <ListBody {...shown} setFilters={setFilters} />
        )}
        <Pager page={page} pages={list.pages} onPage={goTo} />
        {resource.installment && <CancelledPayments resource={resource.name} />}
      </SelectableRows>
    </RowDialogs>
  );
}
