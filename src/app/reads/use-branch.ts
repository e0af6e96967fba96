import { useQuery } from '@tanstack/react-query';
import { bootCache } from '#app/cache/boot-cache.ts';
import type { BranchDetails } from '#contract/branch.ts';
import { branchQuery } from './branch-queries.ts';

/** The cached branch before the first read; undefined where it was never read. */
export function useBranch(): BranchDetails | undefined {
  const { data = bootCache().branch } = useQuery(branchQuery());
  return data;
}
