import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { keys, type ListSearch } from '#app/data/query-keys.ts';
import { listQuery } from '#app/data/resource-queries.ts';
import { useOutboxView } from '#app/outbox/outbox-view.ts';
import { type ListReading, useRecords } from '#app/outbox/use-records.ts';
import { usePart } from '#app/shell/use-part.ts';
import type { Resource } from '#contract/define-resource.ts';
import { isNarrowedByHost, pageWithNewcomers } from './newcomers.ts';
import type { KeptPage } from './search-kept.ts';
import { useRunningMonth } from './use-running-month.ts';

/** A list as it is shown: the host's, or what this device finds by itself. */
export interface ShownList extends ListReading {
  readonly kept?: KeptPage;
}

const load = async () => (await import('./search-kept.ts')).searchKept;

/**
 * One page of a list. Where the host can't be asked and has never answered this very question, the device looks through every record
 * of the kind that it keeps.
 * @param search the same object as long as the same is asked
 */
export function useList(resource: Resource, search: ListSearch): ShownList {
  const reading = useRecords(resource, search);
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView();
  const alone = reading.paused && reading.updatedAt === 0;
  const [missing, setMissing] = useState(false);
  const searchKept = usePart(alone && !missing, load, () => setMissing(true));
  const { data: records, isLoading } = useQuery({
    queryKey: keys.kept(resource),
    queryFn: async () => (await import('#app/data/kept-records.ts')).keptRecords(client, resource),
    enabled: alone,
    staleTime: 0,
    gcTime: 0,
  });
  const running = useRunningMonth();
  const kept = useMemo(
    () =>
      alone && searchKept && records ? searchKept(resource, records, outbox, search, running) : undefined,
    [alone, searchKept, records, resource, outbox, search, running],
  );
  // The reading itself asks for it.
  const { data } = useQuery({ ...listQuery(resource, search), enabled: false });
  const withNewcomers = useMemo(
    () => data && isNarrowedByHost(search) && pageWithNewcomers(resource, data, outbox, search, running),
    [data, resource, outbox, search, running],
  );
  if (!alone) return withNewcomers ? { ...reading, ...withNewcomers } : reading;
  if (isLoading || (records && !searchKept && !missing)) return { ...reading, rows: [], status: 'loading' };
  if (!kept || kept.searched === 0) return reading;
  const { rows, count, pages } = kept;
  const { error: _, ...rest } = reading;
  return { ...rest, rows, count, pages, status: 'ready', kept };
}
