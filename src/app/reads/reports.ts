import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { BRANCH_REPORTS_PATH, branchReports, REPORTS_PATH, report } from '#contract/reports.ts';

/** First and last day, both included: yyyy-MM-dd. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

/** For servers that declare reports. It stays on the device, so that the last report is there offline. */
export function reportQuery({ from, until }: Period) {
  return queryOptions({
    queryKey: [...keys.figures, 'report', from, until] as const,
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: REPORTS_PATH, query: { from, until }, answer: report, signal }),
    meta: { persist: true },
  });
}

/** For managers of several branches (decision 159); kept on the device as the report is. */
export function branchReportsQuery({ from, until }: Period) {
  return queryOptions({
    queryKey: [...keys.figures, 'branch-reports', from, until] as const,
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: BRANCH_REPORTS_PATH,
        query: { from, until },
        answer: branchReports,
        signal,
      }),
    meta: { persist: true },
  });
}
