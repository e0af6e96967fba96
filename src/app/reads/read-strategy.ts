import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReadStrategy, readStrategyOf } from '#app/api/capabilities.ts';
import { branchQuery } from './branch-queries.ts';

/**
 * Returns how to read from this server; undefined until it has declared what it can do. One that does not answer
 * that is not relied on.
 */
export function useReadStrategy(): ReadStrategy | undefined {
  const { data, error } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const filters = data?.filters ?? (error ? false : undefined);
  return filters === undefined ? undefined : readStrategyOf(filters);
}

/** Returns the same outside a component, from what the server has declared so far: minimal where nothing is known. */
export function readStrategy(client: QueryClient): ReadStrategy {
  return readStrategyOf(client.getQueryData(branchQuery().queryKey)?.filters ?? false);
}
