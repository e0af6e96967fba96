import { useQuery } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { branchQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import type { Month } from '#contract/month.ts';

/** Where the branch stands in its monthly round (specification, section 4). */
export interface MonthState {
  readonly status: 'loading' | 'none' | 'running' | 'ended';
  /** The running month, or the newest ended one. */
  readonly month: Month | undefined;
  /** Why months can't be made, ended or re-opened now; undefined when they can. */
  readonly barred: string | undefined;
}

/** The branch's current month and whether it can be changed now: that needs a connection (decision 23). */
export function useMonthState(): MonthState {
  const branch = useQuery(branchQuery());
  const months = useQuery(monthsQuery(1));
  const offline = useConnection() === 'offline';
  const month = months.data?.results.find(({ status }) => status === 'running') ?? months.data?.results[0];
  const status = branch.data ? (branch.data.current_month ?? 'none') : (month?.status ?? 'loading');
  return {
    status,
    month,
    barred: offline ? 'Months can be changed only with a connection to the server.' : undefined,
  };
}
