import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReadStrategy, readStrategyOf } from '#app/api/strategies.ts';
import { branchQuery } from './branch-queries.ts';

/**
 * Returns how to read from this server; undefined until it has declared its capabilities. A server whose
 * capabilities cannot be read counts as minimal.
 */
export function useReadStrategy(): ReadStrategy | undefined {
  const { data, error } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const filters = data?.filters ?? (error ? false : undefined);
  return filters === undefined ? undefined : readStrategyOf(filters);
}

/** Returns the read strategy outside a component; minimal until the server has declared its capabilities. */
export function readStrategy(client: QueryClient): ReadStrategy {
  return readStrategyOf(client.getQueryData(branchQuery().queryKey)?.filters ?? false);
}
