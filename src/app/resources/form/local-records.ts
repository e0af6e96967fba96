import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '#app/cache/query-keys.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { deviceTime } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { entriesAbout } from '#app/outbox/model/visibility.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { createdRecord, overlayRecord, type PendingMutation } from '#app/reads/with-pending.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Page } from '#contract/paging.ts';

export interface LocalRecord {
  readonly record: RecordRow;
  readonly pending: PendingMutation | undefined;
  /** Milliseconds by this device's clock; NaN where the server does not tell it. */
  readonly enteredAt: number;
}

export interface LocalSources {
  readonly client: QueryClient;
  readonly outbox: readonly OutboxEntry[];
}

function createdHere(resource: Resource, outbox: readonly OutboxEntry[]): LocalRecord[] {
  return entriesAbout(resource, outbox)
    .entriesOfResource.filter(({ operation }) => operation.kind === 'create')
    .flatMap((entry) => {
      const created = createdRecord(resource, entry, outbox);
      return created ? [{ ...created, pending: created.pending, enteredAt: entry.createdAt }] : [];
    });
}

function cachedMatches(
  resource: Resource,
  { client, outbox }: LocalSources,
  matches: (record: RecordRow) => boolean,
) {
  const newest = new Map<string, Snapshot<RecordRow>>();
  for (const scope of ['list', 'all']) {
    const snapshots = client.getQueriesData<Snapshot<Page<RecordRow>>>({
      queryKey: [...keys.resource(resource.name), scope],
    });
    for (const [, snapshot] of snapshots) {
      for (const record of snapshot?.data.results.filter(matches) ?? []) {
        const current = newest.get(record.id);
        if (snapshot && (!current || snapshot.began > current.began))
          newest.set(record.id, { ...snapshot, data: record });
      }
    }
  }
  return [...newest.values()].flatMap((snapshot) => {
    const shown = overlayRecord(resource, snapshot.data, outbox, snapshot);
    return shown
      ? [{ ...shown, pending: shown.pending, enteredAt: deviceTime(String(shown.record.created_at)) }]
      : [];
  });
}

export function localRecords(
  resource: Resource,
  sources: LocalSources,
  matches: (record: RecordRow) => boolean,
): LocalRecord[] {
  const created = createdHere(resource, sources.outbox);
  const ids = new Set(created.map(({ record }) => record.id));
  const others = cachedMatches(resource, sources, matches).filter(({ record }) => !ids.has(record.id));
  return [...created, ...others].filter(
    ({ record, pending }) => pending?.kind !== 'delete' && matches(record),
  );
}

export function useLocalSources(without?: string): LocalSources {
  const client = useQueryClient();
  const { rows } = useOutboxView();
  return useMemo(
    () => ({ client, outbox: rows.filter(({ id }) => id !== without) }),
    [client, rows, without],
  );
}
