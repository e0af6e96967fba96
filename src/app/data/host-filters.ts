import { type QueryClient, useQuery } from '@tanstack/react-query';
import { branchQuery } from './branch-queries.ts';

/**
 * Whether the host's lists know what may be asked beside the page (decisions 3 and 31). Undefined until it has said what it can do; a host
 * that does not answer that is not relied on.
 */
export function useHostFilters(): boolean | undefined {
  const { data, error } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  return data?.filters ?? (error ? false : undefined);
}

/** The same of what the host has said so far, outside a screen: false where it has said nothing. */
export function hostFilters(client: QueryClient): boolean {
  return client.getQueryData(branchQuery().queryKey)?.filters ?? false;
}
