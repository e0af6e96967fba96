import { type QueryClient, useQuery } from '@tanstack/react-query';
import { branchQuery } from '#app/data/branch-queries.ts';

/**
 * How records are read, by what the server declares (decisions 3 and 31): the companion server answers what is asked beside
 * the page, a minimal one only what the specification demands.
 */
export interface ReadStrategy {
  /** The server searches, filters, orders and sums. Where it does not, every record is read and the device does. */
  readonly searches: boolean;
  /** The server keeps who changed what. */
  readonly keepsHistory: boolean;
  /** Returns what of a filter to send: a server that ignores it is asked for all records once, and the device picks. */
  filter<Filter extends object>(wanted: Filter): Partial<Filter>;
}

const companionServer: ReadStrategy = { searches: true, keepsHistory: true, filter: (wanted) => wanted };
const minimalServer: ReadStrategy = { searches: false, keepsHistory: false, filter: () => ({}) };

const strategyOf = (filters: boolean) => (filters ? companionServer : minimalServer);

/**
 * Returns how to read from this server; undefined until it has declared what it can do. One that does not answer
 * that is not relied on.
 */
export function useReadStrategy(): ReadStrategy | undefined {
  const { data, error } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const filters = data?.filters ?? (error ? false : undefined);
  return filters === undefined ? undefined : strategyOf(filters);
}

/** Returns the same outside a component, from what the server has declared so far: minimal where nothing is known. */
export function readStrategy(client: QueryClient): ReadStrategy {
  return strategyOf(client.getQueryData(branchQuery().queryKey)?.filters ?? false);
}
