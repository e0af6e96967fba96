import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { currentOwner } from '#app/api/session.ts';
import { rememberLastClose } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import {
  CASH_BALANCE_PATH,
  CLOSES_PATH,
  cashBalance,
  closeAnswer,
  closesPage,
  OPEN_DRAWERS_PATH,
  OWN_DRAWER_PATH,
  openDrawers,
  ownDrawer,
} from '#contract/closes.ts';
import { readSnapshot } from './read-snapshot.ts';

/** Since the user's last close (decision 54). */
export function ownDrawerQuery() {
  return queryOptions({
    queryKey: [...keys.drawers, 'own'],
    queryFn: async ({ signal }) => {
      const owner = currentOwner();
      const drawer = await request({ method: 'GET', path: OWN_DRAWER_PATH, answer: ownDrawer, signal });
      if (owner) rememberLastClose(owner, drawer.since);
      return drawer;
    },
  });
}

export function openDrawersQuery() {
  return queryOptions({
    queryKey: [...keys.drawers, 'open'],
    queryFn: ({ signal }) => request({ method: 'GET', path: OPEN_DRAWERS_PATH, answer: openDrawers, signal }),
  });
}

/**
 * A snapshot, to which pending payments are added. Closing reads `ownDrawerQuery`, because it must see its own close at
 * once, even while entries are being sent.
 */
export function ownTakenQuery() {
  return queryOptions({
    queryKey: [...keys.drawers, 'own', 'taken'],
    queryFn: (context) => readSnapshot(context, 'figures', { path: OWN_DRAWER_PATH, answer: ownDrawer }),
    meta: { persist: true },
  });
}

/** For managers; a snapshot, to which pending payments are added. */
export function branchTakenQuery() {
  return queryOptions({
    queryKey: [...keys.drawers, 'open', 'taken'],
    queryFn: (context) => readSnapshot(context, 'figures', { path: OPEN_DRAWERS_PATH, answer: openDrawers }),
    meta: { persist: true },
  });
}

export function cashBalanceQuery() {
  return queryOptions({
    queryKey: [...keys.drawers, 'cash'],
    queryFn: ({ signal }) => request({ method: 'GET', path: CASH_BALANCE_PATH, answer: cashBalance, signal }),
    meta: { persist: true },
  });
}

export interface CloseFilters {
  readonly page: number;
  /** Only closes of this user; '' for all. */
  readonly user: string;
  /** Only closes of this day or later, yyyy-MM-dd; '' for all. */
  readonly after: string;
}

export function closesQuery({ page, user, after }: CloseFilters) {
  return queryOptions({
    queryKey: [...keys.drawers, 'closes', page, user, after],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: CLOSES_PATH,
        query: { page, ...(user !== '' && { user }), ...(after !== '' && { created_after: after }) },
        answer: closesPage,
        signal,
      }),
  });
}

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
