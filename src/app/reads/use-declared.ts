import { useQuery } from '@tanstack/react-query';
import { branchQuery } from './branch-queries.ts';

/** Tells whether this server exports lists or imports files (decision 56), or tells who its people are. */
export function useDeclared(capability: 'exports' | 'imports' | 'people'): boolean {
  return useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY }).data?.[capability] === true;
}
