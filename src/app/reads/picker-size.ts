import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/define-resource.ts';
import { useReadStrategy } from './read-strategy.ts';
import { listQuery } from './resource-queries.ts';

/**
 * Maximum number of records read for a picker (a little over a megabyte). For larger resources the server
 * searches.
 */
export const MAX_PICKER_RECORDS = 5_000;

/** Stale time of the record count, in milliseconds: the size of a resource changes slowly. */
const COUNT_STALE_TIME = 5 * 60_000;

export interface PickerSize {
  /** `all` reads every record, `search` asks the server for what is typed; undefined until known. */
  readonly offers: 'all' | 'search' | undefined;
  /** The number of records on the server; enrolments include their installments. */
  readonly count: number;
}

/** Returns whether a picker reads every record. `search` requires a server that can search (decision 31). */
export function usePickerSize(resource: Resource): PickerSize {
  const strategy = useReadStrategy();
  const { data, error } = useQuery({ ...listQuery(resource, { page: 1 }), staleTime: COUNT_STALE_TIME });
  const count = data?.data.count ?? 0;
  if (strategy?.searches === false || error) return { offers: 'all', count };
  if (!data || !strategy) return { offers: undefined, count };
  return { offers: count > MAX_PICKER_RECORDS ? 'search' : 'all', count };
}
