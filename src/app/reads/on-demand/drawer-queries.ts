import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import {
  CLOSES_PATH,
  closeAnswer,
  closeRow,
  OPEN_DRAWERS_PATH,
  OWN_DRAWER_PATH,
  openDrawers,
  ownDrawer,
} from '#contract/closes.ts';
import { pageOf } from '#contract/paging.ts';

/** Returns the query of the signed-in user's drawer since their last close (decision 54). */
export function ownDrawerQuery() {
  return queryOptions({
    queryKey: [...keys.drawers, 'own'],
    queryFn: ({ signal }) => request({ method: 'GET', path: OWN_DRAWER_PATH, answer: ownDrawer, signal }),
  });
}

/** Returns the query of all drawers that are not closed yet, for managers. */
export function openDrawersQuery() {
  return queryOptions({
    queryKey: [...keys.drawers, 'open'],
    queryFn: ({ signal }) => request({ method: 'GET', path: OPEN_DRAWERS_PATH, answer: openDrawers, signal }),
  });
}

/** Returns the query of one page of closes, newest first. @param user only closes of this person; '' for all */
export function closesQuery(page: number, user: string) {
  return queryOptions({
    queryKey: [...keys.drawers, 'closes', page, user],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: CLOSES_PATH,
        query: { page, ...(user !== '' && { user }) },
        answer: pageOf(closeRow),
        signal,
      }),
  });
}

/** Returns the query of one close with its lines. */
export function closeQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.drawers, 'close', id],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: `${CLOSES_PATH}${encodeURIComponent(id)}/`,
        answer: closeAnswer,
        signal,
      }),
  });
}
