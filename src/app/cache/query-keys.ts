import type { Resource } from '#contract/define-resource.ts';

/** Which records of a kind a picker or a reckoning needs. */
export interface AllFilter {
  readonly is_installment?: boolean;
  readonly student?: string;
  readonly employee?: string;
  readonly book?: string;
}

/** What a list asks the host for. */
export interface ListRequest extends AllFilter {
  readonly page: number;
  readonly search?: string;
  readonly month?: string;
  /** Only what something is still owed on. */
  readonly owing?: boolean;
  /** Only records of this day or later, yyyy-MM-dd; and of this one or earlier. */
  readonly created_after?: string;
  readonly created_before?: string;
  /** A column, with - before it for descending; newest first without. */
  readonly ordering?: string;
  /** The answer is to say what the columns of money come to over all pages. */
  readonly totals?: boolean;
}

/** Where each query stands in the cache; a resource's name in front reaches all of its queries. */
export const keys = {
  resource: (name: string) => [name] as const,
  list: ({ name }: Resource, search: ListRequest) => [name, 'list', tidy(search)] as const,
  all: ({ name }: Resource, filter: AllFilter) => [name, 'all', tidy(filter)] as const,
  kept: ({ name }: Resource) => [name, 'kept'] as const,
  record: ({ name }: Resource, id: string) => [name, 'record', id] as const,
  user: ['account', 'user'] as const,
  branch: ['account', 'branch'] as const,
  figures: ['figures'] as const,
  dashboard: ['figures', 'dashboard'] as const,
  months: (page: number) => ['figures', 'months', page] as const,
};

/** Drops what is not set, so that the same question has the same key. */
function tidy<T extends object>(parts: T): Partial<T> {
  const set = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set) as Partial<T>;
}
