import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { debtKinds, debtOrders } from '#contract/debts.ts';
import { parseTypedAmount } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { debtAgeNames } from '#contract/rules/ages.ts';

export interface DebtFilters {
  readonly kind: string;
  readonly level: string;
  readonly age: string;
  readonly minimum: string;
  readonly ordering: string;
}

export const hasLevels = (kind: string): boolean => {
  const known = debtKinds.find((name) => name === kind);
  return known !== undefined && Object.hasOwn(resourceOf(known).fields, 'level');
};

const oneOf = (names: readonly string[], value: string | null) =>
  value !== null && names.includes(value) ? value : '';

/** Invalid parts are ignored, because users can edit the address. */
export function readDebtFilters(address: URLSearchParams): DebtFilters {
  const kind = oneOf(debtKinds, address.get('kind'));
  const minimum = address.get('minimum') ?? '';
  return {
    kind,
    level: hasLevels(kind) ? (address.get('level') ?? '') : '',
    age: oneOf(debtAgeNames, address.get('age')),
    minimum: parseTypedAmount(minimum) === undefined ? '' : minimum,
    ordering: oneOf(debtOrders, address.get('ordering')),
  };
}

export const countFilters = ({ ordering: _, ...filters }: DebtFilters): number =>
  Object.values(filters).filter((value) => value !== '').length;

export function wholeRequest(filters: DebtFilters): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

export const debtsRequest = (filters: DebtFilters, page: number): Readonly<Record<string, string>> => ({
  ...wholeRequest(filters),
  page: String(page),
});

export function useDebtFilters() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (to: Partial<DebtFilters>) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('page');
          if ('kind' in to) next.delete('level');
          for (const [name, value] of Object.entries(to)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { filters: readDebtFilters(params), change };
}
