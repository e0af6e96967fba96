import { useQuery } from '@tanstack/react-query';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import type { Month } from '#contract/month.ts';
import type { Page } from '#contract/paging.ts';

const idOf = ({ results }: Page<Month>) => results.find(({ status }) => status === 'running')?.id;

/** The id of the running month, as far as this device knows it; the list itself asks for the months. */
export function useRunningMonth(): string | undefined {
  return useQuery({ ...monthsQuery(1), enabled: false, select: idOf }).data;
}
