import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { paths } from '#contract/http.ts';
import {
  MONTH_CHECKLIST_PATH,
  MONTH_PATH,
  type Month,
  month,
  monthBreakdown,
  monthBreakdownPath,
  monthChecklist,
  monthWrites,
} from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { monthsQuery } from './branch-queries.ts';

const STALE_TIME = 5 * 60_000;

/** Separate from the figures, which are refetched after every payment; ended months seldom change. */
const HISTORY = ['month-history'] as const;

function historyQuery() {
  return queryOptions({
    queryKey: HISTORY,
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: paths.months,
        query: { no_pagination: true },
        answer: pageOf(month),
        signal,
      }),
    staleTime: STALE_TIME,
    meta: { persist: true },
  });
}

/** Months of the newest page are not taken from `all`: they may have been deleted. */
function olderThan(newest: readonly Month[], all: readonly Month[]): readonly Month[] {
  const last = newest.at(-1);
  const index = all.findIndex(({ id }) => id === last?.id);
  return index < 0 ? [] : all.slice(index + 1);
}

/**
 * Newest first. The newest page is shared with other screens; older months have a query of their own. Fewer than
 * `count` until it has answered, or where the server pages every list.
 */
export function useMonthHistory(): { readonly months: readonly Month[]; readonly count: number } {
  const { data } = useQuery(monthsQuery(1));
  const hasOlder = data !== undefined && data.count > data.results.length;
  const all = useQuery({ ...historyQuery(), enabled: hasOlder }).data;
  const months = useMemo(() => {
    const newest = data?.results ?? [];
    return hasOlder && all ? [...newest, ...olderThan(newest, all.results)] : newest;
  }, [data, hasOlder, all]);
  return { months, count: data?.count ?? 0 };
}

export function useRefetchMonthHistory(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: HISTORY });
}

export function monthQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.figures, 'month', id],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: `${MONTH_PATH}${encodeURIComponent(id)}/`, answer: month, signal }),
    meta: { persist: true },
  });
}

export function monthBreakdownQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.figures, 'breakdown', id],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: monthBreakdownPath(id), answer: monthBreakdown, signal }),
    meta: { persist: true },
  });
}

export function monthChecklistQuery() {
  return queryOptions({
    queryKey: [...keys.figures, 'checklist'],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: MONTH_CHECKLIST_PATH, answer: monthChecklist, signal }),
    staleTime: 0,
  });
}

export function monthWritesQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.figures, 'writes', id],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: `${MONTH_PATH}${encodeURIComponent(id)}/writes/`,
        answer: monthWrites,
        signal,
      }),
  });
}
