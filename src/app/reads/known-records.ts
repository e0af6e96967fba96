import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { CachedRecord } from './on-demand/cached-records.ts';
import { type ListedRecord, overlayPage, overlayRecord } from './with-pending.ts';

/** Holds the records of a resource that this device knows, with unsettled entries overlaid. */
export interface KnownRecords {
  /** Those that only this device has, newest first. */
  readonly created: readonly ListedRecord[];
  readonly fromServer: readonly ListedRecord[];
}

/** Returns every record of a resource that this device knows. @param outbox all entries of the owner, in order */
export function knownRecords(
  resource: Resource,
  cached: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
): KnownRecords {
  const ids = new Set(cached.map(({ record }) => record.id));
  const created = overlayPage(resource, undefined, outbox, {}).rows;
  return {
    created: created.filter(({ record }) => !ids.has(record.id)),
    fromServer: cached.flatMap(
      ({ record, ...interval }) => overlayRecord(resource, record, outbox, interval) ?? [],
    ),
  };
}
