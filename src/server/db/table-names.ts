import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import type { ResourceName } from '#contract/resource-names.ts';

type EnrolmentName = Exclude<CollectionResource, 'book-payout'>;
type Underscored<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Name;
export type ResourceTable = Underscored<Exclude<ResourceName, EnrolmentName>> | 'enrolment';

export function tableNameOf(name: ResourceName): ResourceTable {
  const isEnrolment = name !== 'book-payout' && collectionResources.some((one) => one === name);
  return (isEnrolment ? 'enrolment' : name.replaceAll('-', '_')) as ResourceTable;
}
