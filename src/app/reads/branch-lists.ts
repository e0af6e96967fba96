import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  capabilityOfList,
  choiceNameOf,
  type NamedChoice,
  type SettingList,
} from '#contract/named-choices.ts';
import {
  CASH,
  methodNameOf,
  offeredMethods,
  type PaymentMethod,
  type StoredMethod,
} from '#contract/payment-methods.ts';
import { branchQuery, monthsQuery } from './branch-queries.ts';
import { settingsQuery } from './settings-query.ts';

export interface BranchMethods {
  /** Cash first; cash alone on a server without methods, and until the settings were read once on this device. */
  readonly offered: readonly PaymentMethod[];
  /** Without cash; removed ones are marked. */
  readonly known: readonly StoredMethod[];
  readonly nameOf: (id: string) => string;
}

/** Decision 130. */
export function usePaymentMethods(): BranchMethods {
  const { data: branch } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const { data } = useQuery({ ...settingsQuery(), enabled: branch?.payment_methods === true });
  return useMemo(() => {
    const removed = data?.removed_payment_methods ?? [];
    const known: readonly StoredMethod[] = [
      ...(data?.payment_methods ?? []).filter(({ id }) => id !== CASH),
      ...removed.map((method) => ({ ...method, removed: true })),
    ];
    return { offered: offeredMethods(known), known, nameOf: (id) => methodNameOf(known, id) };
  }, [data]);
}

/**
 * True while this device reads branch, settings and months for the first time. They decide which fields the form of a record has and which
 * of them are final; a field that comes later moves the others under a finger. False once a read has failed.
 */
export function useIsFormUnknown(changesRecord: boolean): boolean {
  const lasting = { staleTime: Number.POSITIVE_INFINITY, enabled: changesRecord };
  const branch = useQuery({ ...branchQuery(), ...lasting });
  const hasMethods = branch.data?.payment_methods === true;
  const settings = useQuery({ ...settingsQuery(), ...lasting, enabled: changesRecord && hasMethods });
  const months = useQuery({ ...monthsQuery(1), ...lasting });
  return [branch, settings, months].some((read) => read.isLoading && read.failureCount === 0);
}

export interface BranchList {
  readonly offered: readonly NamedChoice[];
  readonly removed: readonly NamedChoice[];
  readonly nameOf: (id: string) => string;
}

const NO_CHOICES: readonly NamedChoice[] = [];

/** Empty on a server without it, and until the settings were read once on this device. */
export function useBranchList(list: SettingList | undefined): BranchList {
  const { data: branch } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const isKnown = list !== undefined && branch?.[capabilityOfList[list]] === true;
  const { data } = useQuery({ ...settingsQuery(), enabled: isKnown });
  const offered = (list && data?.[list]) ?? NO_CHOICES;
  const removed = (list && data?.[`removed_${list}`]) ?? NO_CHOICES;
  return useMemo(
    () => ({ offered, removed, nameOf: (id) => choiceNameOf([...offered, ...removed], id) }),
    [offered, removed],
  );
}
