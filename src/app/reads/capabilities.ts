import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type ReadStrategy, readStrategyOf } from '#app/api/strategies.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { branchQuery } from './branch-queries.ts';
import { usePermissions } from './use-permissions.ts';

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

/** Tells whether this server exports lists or imports files (decision 56), or tells who its people are. */
export function useDeclared(capability: 'exports' | 'imports' | 'people'): boolean {
  return useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY }).data?.[capability] === true;
}

/** Tells what this server and user mean for the fields of a form. */
interface DeclaredFields {
  /** Whether the server knows a field: what goes beyond the specification it must have declared (decision 31). */
  readonly knows: (field: Field) => boolean;
  /** Whether a flag begins as yes for this user (decision 54). */
  readonly startsOn: (field: Field) => boolean;
}

/** Returns which fields this server knows, and which of them begin as yes. */
export function useDeclaredFields(): DeclaredFields {
  const { data } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const may = usePermissions();
  return useMemo(() => {
    const knows = ({ capability }: Field) => capability === undefined || data?.[capability] === true;
    const startsOn = (field: Field) => field.onWithout !== undefined && knows(field) && !may(field.onWithout);
    return { knows, startsOn };
  }, [data, may]);
}

/**
 * Returns a function that tells whether this server takes installments of a resource. Those that go beyond the
 * specification it must have declared (decisions 31 and 42).
 */
export function useTakesInstallments(): (resource: Resource) => boolean {
  const { data } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  return useCallback(
    ({ installment }) =>
      installment !== undefined &&
      (installment.capability === undefined || data?.[installment.capability] === true),
    [data],
  );
}
