import { useQuery } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { branchQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './texts.en.ts';

/** Describes the state of the branch's current month (specification, section 4). */
export interface MonthState {
  readonly status: 'loading' | 'none' | 'running' | 'ended';
  /** Whether `status` is what this device has kept, while the server is asked for it. */
  readonly isBeingRead: boolean;
  /** The running month, or the newest ended one. */
  readonly month: Month | undefined;
  /** Reason why months cannot be changed now; undefined if they can. */
  readonly barred: string | undefined;
}

/** Returns the current month and whether it can be changed. That needs a connection (decision 23). */
export function useMonthState(): MonthState {
  const branch = useQuery(branchQuery());
  const months = useQuery(monthsQuery(1));
  const offline = useConnection() === 'offline';
  const month = months.data?.results.find(({ status }) => status === 'running') ?? months.data?.results[0];
  const status = branch.data ? (branch.data.current_month ?? 'none') : (month?.status ?? 'loading');
  return {
    status,
    isBeingRead: branch.isFetching && !branch.isFetchedAfterMount,
    month,
    barred: offline ? messages.needsConnection : undefined,
  };
}
