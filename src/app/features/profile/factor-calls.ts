import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import type { GivenProof } from '#app/ui/second-factor/prove-person.tsx';
import type { ConfirmedFactor } from '#app/ui/second-factor/set-up-factor.tsx';
import { deleted } from '#contract/http.ts';
import {
  begun,
  confirmed,
  type FactorKind,
  factorPaths,
  newRecoveryCodes,
  ownFactors,
} from '#contract/second-factor.ts';

const FACTORS = ['account', 'second-factor'] as const;

export const factorsQuery = queryOptions({
  queryKey: FACTORS,
  queryFn: ({ signal }) => request({ method: 'GET', path: factorPaths.ofUser, answer: ownFactors, signal }),
});

export interface RemovedFactor {
  readonly kind: FactorKind;
  readonly id?: string;
  readonly name: string;
}

/** None is repeated by itself: passwords and secrets are never stored on the device. */
export function useFactorCalls() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: FACTORS });
  return {
    begin: useMutation({
      gcTime: 0,
      mutationFn: (body: GivenProof & { readonly kind: FactorKind }) =>
        request({ method: 'POST', path: factorPaths.begin, body, answer: begun }),
    }),
    confirm: useMutation({
      gcTime: 0,
      mutationFn: (body: ConfirmedFactor) =>
        request({ method: 'POST', path: factorPaths.confirm, body, answer: confirmed }),
      onSettled,
    }),
    remove: useMutation({
      gcTime: 0,
      mutationFn: ({ name: _, ...body }: RemovedFactor & GivenProof) =>
        request({ method: 'POST', path: factorPaths.remove, body, answer: deleted }),
      onSettled,
    }),
    newCodes: useMutation({
      gcTime: 0,
      mutationFn: (body: GivenProof) =>
        request({ method: 'POST', path: factorPaths.recoveryCodes, body, answer: newRecoveryCodes }),
      onSettled,
    }),
  };
}
