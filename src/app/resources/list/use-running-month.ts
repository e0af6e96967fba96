import { useQuery } from '@tanstack/react-query';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import type { Month } from '#contract/month.ts';
import type { Page } from '#contract/paging.ts';

const idOf = ({ results }: Page<Month>) => results.find(({ status }) => status === 'running')?.id;

/** Returns the id of the running month, if this device knows it. The list page fetches the months. */
export function useRunningMonth(): string | undefined {
  return useQuery({ ...monthsQuery(1), enabled: false, select: idOf }).data;
}
