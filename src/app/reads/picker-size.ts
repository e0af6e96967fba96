import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/define-resource.ts';
import { useReadStrategy } from './read-strategy.ts';
import { listQuery } from './resource-queries.ts';

/** So many records of a kind (a little more than a megabyte) are read for a picker at most; of more, the host is asked for what is typed. */
export const MAX_PICKER_RECORDS = 5_000;

/** A kind this large today is as large in five minutes. */
const SIZE_HOLDS = 5 * 60_000;

export interface PickerSize {
  /** All of them are offered at once, or what is typed is searched for; undefined while that is not known. */
  readonly offers: 'all' | 'search' | undefined;
  /** How many the host has; enrolments with their installments. */
  readonly count: number;
}

/** Whether a picker of this kind reads every record: only a host that can search has another way (decision 31). */
export function usePickerSize(resource: Resource): PickerSize {
  const reads = useReadStrategy();
  const { data, error } = useQuery({ ...listQuery(resource, { page: 1 }), staleTime: SIZE_HOLDS });
  const count = data?.data.count ?? 0;
  if (reads?.searches === false || error) return { offers: 'all', count };
  if (!data || !reads) return { offers: undefined, count };
  return { offers: count > MAX_PICKER_RECORDS ? 'search' : 'all', count };
}
