import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '#app/api/client.ts';
import { paths } from '#contract/http.ts';
import { type Month, month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { monthsQuery } from './branch-queries.ts';

const SELDOM = 5 * 60_000;

/** Apart from the figures that are read again after every payment: months long ended do not move. */
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
    staleTime: SELDOM,
    meta: { persist: true },
  });
}

/** The older months, from where the newest end: what the newest no longer hold may have been deleted. */
function olderThan(newest: readonly Month[], all: readonly Month[]): readonly Month[] {
  const last = newest.at(-1);
  const place = all.findIndex(({ id }) => id === last?.id);
  return place < 0 ? [] : all.slice(place + 1);
}

/**
 * Every month of the branch, newest first: the newest as every other screen has them, the older ones from a
 * read of their own where there are any. Fewer than `count` while those are not there, or where a host pages all.
 */
export function useMonthHistory(): { readonly months: readonly Month[]; readonly count: number } {
  const { data } = useQuery(monthsQuery(1));
  const more = data !== undefined && data.count > data.results.length;
  const all = useQuery({ ...historyQuery(), enabled: more }).data;
  const months = useMemo(() => {
    const newest = data?.results ?? [];
    return more && all ? [...newest, ...olderThan(newest, all.results)] : newest;
  }, [data, more, all]);
  return { months, count: data?.count ?? 0 };
}

/** Reads the older months again, after one of them was renamed or deleted. */
export function useRefetchMonthHistory(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: HISTORY });
}
