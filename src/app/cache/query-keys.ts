import type { Resource } from '#contract/define-resource.ts';

export interface AllFilter {
  readonly is_installment?: boolean;
  readonly student?: string;
  readonly employee?: string;
  readonly book?: string;
  /** Only records of this effective day or later, yyyy-MM-dd. */
  readonly created_after?: string;
  /** Only cash movements that their receivers have confirmed, or not. */
  readonly confirmed?: boolean;
}

export interface ListRequest extends AllFilter {
  readonly page: number;
  readonly search?: string;
  readonly month?: string;
  readonly recorded_by?: string;
  readonly payment_method?: string;
  readonly owing?: boolean;
  /** Only people who are here; false: only who has left (decision 133). */
  readonly present?: boolean;
  /** Only enrolments that end until this day, from today or `ending_after`, and that nothing follows. */
  readonly ending_before?: string;
  readonly ending_after?: string;
  /** Only records of this effective day or earlier, yyyy-MM-dd. */
  readonly created_before?: string;
  /** A column, prefixed with - for descending; absent means newest first. */
  readonly ordering?: string;
  readonly totals?: boolean;
}

/** A key that is a resource name alone matches all queries of that resource. */
export const keys = {
  resource: (name: string) => [name] as const,
  /** Below the students, so that every write of their records refetches it. */
  ofStudents: (name: string, of: unknown) => ['student', name, of] as const,
  list: ({ name }: Resource, search: ListRequest) => [name, 'list', omitUnset(search)] as const,
  all: ({ name }: Resource, filter: AllFilter) => [name, 'all', omitUnset(filter)] as const,
  cached: ({ name }: Resource) => [name, 'cached'] as const,
  record: ({ name }: Resource, id: string) => [name, 'record', id] as const,
  user: ['account', 'user'] as const,
  branch: ['account', 'branch'] as const,
  settings: ['account', 'settings'] as const,
  sessions: ['account', 'sessions'] as const,
  receipts: ['receipts'] as const,
  receipt: (resource: string, id: string) => ['receipts', resource, id] as const,
  figures: ['figures'] as const,
  dashboard: ['figures', 'dashboard'] as const,
  /** Below `figures`, so that drawers are refetched with them. */
  drawers: ['figures', 'drawers'] as const,
  months: (page: number) => ['figures', 'months', page] as const,
};

function omitUnset<T extends object>(parts: T): Partial<T> {
  const set = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set) as Partial<T>;
}
