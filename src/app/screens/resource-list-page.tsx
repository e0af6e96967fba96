import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { monthsQuery } from '#app/data/branch-queries.ts';
import { useConnection } from '#app/data/connection.ts';
import { listQuery } from '#app/data/resource-queries.ts';
import { type ListedRecord, type ListReading, useRecords } from '#app/outbox/use-records.ts';
import { PageHeading } from '#app/shell/page-heading.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { ListActions } from './list/list-actions.tsx';
import { ListBody } from './list/list-body.tsx';
import { ListToolbar } from './list/list-toolbar.tsx';
import { Pager } from './list/pager.tsx';
import { type Place, usePlace } from './list/use-place.ts';
import { OfflineNote } from './offline-note.tsx';
import { listTitle } from './titles.ts';

const DeleteDialog = lazy(async () => ({ default: (await import('./list/delete-dialog.tsx')).DeleteDialog }));

/** What the server is asked for a place in the list: nothing is sent that does not narrow it. */
const searchOf = ({ page, search, month }: Place) => ({
  page,
  ...(search !== '' && { search }),
  ...(month !== '' && { month }),
});

/** Fetches the page after this one, so that Next answers at once. */
function useNextPage(resource: Resource, place: Place, { status, pages }: ListReading, online: boolean) {
  const client = useQueryClient();
  const { page, search, month } = place;
  const wanted = online && status === 'ready' && page < pages;
  useEffect(() => {
    if (!wanted) return;
    client
      .prefetchQuery(listQuery(resource, searchOf({ page: page + 1, search, month })))
      .catch(() => undefined);
  }, [client, resource, wanted, page, search, month]);
}

/** The list of any resource, from its declaration alone (specification, section 2). */
export function ResourceListPage({ resource }: { resource: Resource }) {
  const { goTo, narrow, ...place } = usePlace();
  const reading = useRecords(resource, searchOf(place));
  const online = useConnection() === 'online';
  const months = useQuery({ ...monthsQuery(1), enabled: resource.cash !== undefined });
  const [leaving, setLeaving] = useState<ListedRecord>();
  useNextPage(resource, place, reading, online);

  const { one, many } = resource;
  // A service that is its own plural can't be counted by its name.
  const things = one === many ? 'records' : many.toLowerCase();
  const counted = `${reading.count} ${reading.count === 1 ? one.toLowerCase() : things}`;
  return (
    <>
      <PageHeading
        title={listTitle(resource)}
        about={resource.about}
        action={<ListActions resource={resource} />}
      />
      <ListToolbar
        place={place}
        narrow={narrow}
        many={resource.many}
        months={resource.cash ? (months.data?.results ?? []) : []}
        count={reading.status === 'loading' ? '' : counted}
      />
      {!online && <OfflineNote updatedAt={reading.updatedAt} />}
      <ListBody
        resource={resource}
        reading={reading}
        narrowed={place.search !== '' || place.month !== ''}
        onShowAll={() => narrow({ search: '', month: '' })}
        onDelete={setLeaving}
      />
      <Pager page={place.page} pages={reading.pages} onPage={goTo} />
      <Suspense>
        {leaving && (
          <DeleteDialog resource={resource} listed={leaving} onClose={() => setLeaving(undefined)} />
        )}
      </Suspense>
    </>
  );
}
