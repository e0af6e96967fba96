import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { canReferToPending, type ReadStrategy, readStrategyOf } from '#app/api/strategies.ts';
import { isPendingIn } from '#app/outbox/store/pending-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { branchQuery, useBranch } from './branch-queries.ts';
import { useOutboxView } from './use-outbox.ts';
import { usePermissions } from './use-permissions.ts';

/**
 * Undefined until the server has declared its capabilities. A server whose capabilities cannot be read counts as
 * minimal.
 */
export function useReadStrategy(): ReadStrategy | undefined {
  const { data, error } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const filters = data?.filters ?? (error ? false : undefined);
  return filters === undefined ? undefined : readStrategyOf(filters);
}

/** For use outside a component; minimal until the server has declared its capabilities. */
export function readStrategy(client: QueryClient): ReadStrategy {
  return readStrategyOf(client.getQueryData(branchQuery().queryKey)?.filters ?? false);
}

/** Beside fields and resources, such as exports (decision 56) and what ends (decision 133). */
export function useDeclared(
  capability: 'exports' | 'imports' | 'people' | 'departures' | 'renewals' | 'balances' | 'branches',
): boolean {
  return useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY }).data?.[capability] === true;
}

/** Whether other records may refer to a record: where the server names records, not before it is sent. */
export function useMayRefer(): (id: string) => boolean {
  const toPending = canReferToPending(useBranch());
  const { rows } = useOutboxView(!toPending);
  return useCallback((id) => toPending || !isPendingIn(rows, id), [toPending, rows]);
}

interface DeclaredFields {
  /** Fields and resources beyond the specification must be declared by the server (decision 31). */
  readonly knows: (declared: Pick<Field, 'capability'>) => boolean;
  /** Whether a flag begins as yes for this user (decision 54). */
  readonly startsOn: (field: Field) => boolean;
}

export function useDeclaredFields(): DeclaredFields {
  const { data } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const may = usePermissions();
  return useMemo(() => {
    const knows = ({ capability }: Pick<Field, 'capability'>) =>
      capability === undefined || data?.[capability] === true;
    const startsOn = (field: Field) => field.onWithout !== undefined && knows(field) && !may(field.onWithout);
    return { knows, startsOn };
  }, [data, may]);
}

/** Installments beyond the specification must be declared by the server (decisions 31 and 42). */
export function useTakesInstallments(): (resource: Resource) => boolean {
  const { data } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  return useCallback(
    ({ installment }) =>
      installment !== undefined &&
      (installment.capability === undefined || data?.[installment.capability] === true),
    [data],
  );
}
