import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BranchSettings, DiscountReason } from '#contract/branch-settings.ts';
import { type DiscountLimit, parsePercent } from '#contract/rules/discounts.ts';
import { branchQuery } from './branch-queries.ts';
import { settingsQuery } from './settings-query.ts';

/** Price list, reasons and limit of the branch (decision 132). */
export interface Pricing extends DiscountLimit {
  readonly reasons: readonly DiscountReason[];
}

const pricingOf = (settings: BranchSettings | undefined): Pricing => ({
  prices: settings?.price_list ?? [],
  reasons: settings?.discount_reasons ?? [],
  percent: parsePercent(settings?.staff_discount_limit ?? ''),
});

/** Empty on a server without discounts, and until the settings were read once on this device. */
export function usePricing(): Pricing {
  const { data: branch } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const { data } = useQuery({ ...settingsQuery(), enabled: branch?.discounts === true });
  return useMemo(() => pricingOf(branch?.discounts ? data : undefined), [branch, data]);
}
