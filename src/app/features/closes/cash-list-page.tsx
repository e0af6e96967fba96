import { ResourceListPage } from '#app/resources/resource-list-page.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { CashBalance } from './cash-balance.tsx';

export const CashListPage = ({ resource }: { readonly resource: Resource }) => (
  <ResourceListPage resource={resource} summary={<CashBalance />} />
);
