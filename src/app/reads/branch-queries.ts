import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { user } from '#contract/account.ts';
import { type BranchDetails, branchDetails } from '#contract/branch.ts';
import { dashboard } from '#contract/dashboard.ts';
import { paths } from '#contract/http.ts';
import { month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { readSnapshot } from './read-snapshot.ts';

export function userQuery() {
  return queryOptions({
    queryKey: keys.user,
    queryFn: ({ signal }) => request({ method: 'GET', path: paths.user, answer: user, signal }),
    meta: { persist: true, firstFrame: true },
  });
}

/** The signed-in user as this device read them last, however long ago; undefined if it never has. */
export function useUser() {
  const { data = bootCache().user } = useQuery({ ...userQuery(), staleTime: Number.POSITIVE_INFINITY });
  return data;
}

export function branchQuery() {
  return queryOptions({
    queryKey: keys.branch,
    queryFn: ({ signal }) => request({ method: 'GET', path: paths.branch, answer: branchDetails, signal }),
    meta: { persist: true, firstFrame: true },
  });
}

/** The cached branch before the first read; undefined where it was never read. */
export function useBranch(): BranchDetails | undefined {
  const { data = bootCache().branch } = useQuery(branchQuery());
  return data;
}

/**
 * Whether the first answer about user or branch is on its way to this device. A failed attempt ends it: a screen shows
 * all it knows then.
 */
export function useIsFirstRead(): boolean {
  const user = useQuery({ ...userQuery(), staleTime: Number.POSITIVE_INFINITY });
  const branch = useQuery(branchQuery());
  const { user: cachedUser, branch: cachedBranch } = bootCache();
  const isComing = ({ data, fetchStatus, failureCount }: typeof user | typeof branch) =>
    data === undefined && fetchStatus === 'fetching' && failureCount === 0;
  return (!cachedUser && isComing(user)) || (!cachedBranch && isComing(branch));
}

/** Its read interval allows pending cash to be added. */
export function dashboardSnapshotQuery() {
  return queryOptions({
    queryKey: keys.dashboard,
    queryFn: (context) => readSnapshot(context, 'figures', { path: paths.dashboard, answer: dashboard }),
    meta: { persist: true },
  });
}

/** Decimal text (decision 22). */
export function dashboardQuery() {
  return queryOptions({ ...dashboardSnapshotQuery(), select: dataOf });
}

function dataOf<T>({ data }: Snapshot<T>): T {
  return data;
}

export function monthsQuery(page: number) {
  return queryOptions({
    queryKey: keys.months(page),
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: paths.months, query: { page }, answer: pageOf(month), signal }),
    meta: { persist: true },
  });
}
