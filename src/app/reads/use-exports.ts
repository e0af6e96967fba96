import { useQuery } from '@tanstack/react-query';
import { branchQuery } from './branch-queries.ts';

/** Tells whether this server answers lists as files (decision 56). */
export function useExports(): boolean {
  return useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY }).data?.exports === true;
}
