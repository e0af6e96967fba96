import type { QueryClient } from '@tanstack/react-query';
import type { Snapshot } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Page } from '#contract/paging.ts';

/** Returns a record from the newest cached list that contains it, with its read interval. */
export function listedInCache(
  client: QueryClient,
  resource: Resource,
  id: string,
): Snapshot<RecordRow> | undefined {
  let newest: Snapshot<RecordRow> | undefined;
  for (const part of ['list', 'all']) {
    for (const [, snapshot] of client.getQueriesData<Snapshot<Page<RecordRow>>>({
      queryKey: [resource.name, part],
    })) {
      const record = snapshot?.data.results.find((row) => row.id === id);
      if (snapshot && record && (!newest || snapshot.began > newest.began))
        newest = { ...snapshot, data: record };
    }
  }
  return newest;
}
