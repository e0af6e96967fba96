import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '#contract/define-resource.ts';
import { branchQuery } from './branch-queries.ts';

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
