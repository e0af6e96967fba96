import type { RecordRow } from '#app/lib/record-row.ts';
import { workInSlices } from '#app/lib/work-in-slices.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { knownRecords } from '#app/reads/known-records.ts';
import type { CachedRecord } from '#app/reads/on-demand/cached-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { possibleDuplicates, prepareName } from './possible-duplicates.ts';

/** Returns what an entry says of its record: what was typed, and what the server answered. */
const versionsOf = memoizeBy((entry: OutboxEntry): readonly RecordRow[] => {
  const { body, expected, operation, result } = entry;
  return [{ ...body, ...expected, id: operation.recordId }, ...(result ? [result] : [])];
});

/** Returns the ids of the records that an entry writes: the device's and the server's. */
const idsOf = ({ operation, result }: OutboxEntry) => [operation.recordId, ...(result ? [result.id] : [])];

/** Returns all versions of the students that this device knows: cached, typed and answered. */
function versionsAmong(
  resource: Resource,
  cached: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
): readonly RecordRow[] {
  const own = outbox.filter(({ operation }) => operation.resource === resource.name);
  return [...cached.map(({ record }) => record), ...own.flatMap(versionsOf)];
}

/** Prepares the names of all known students for `knownDuplicates`, in slices: a key must not wait for hundreds. */
export const prepareNames = (...known: Parameters<typeof versionsAmong>): Promise<void> =>
  workInSlices(versionsAmong(...known), prepareName);

/**
 * Returns the students that this device knows who may be the one that is being added (decision 106). Only those that
 * some version names so are overlaid: hundreds of entries change many times a second while they are sent.
 * @param outbox all entries of the owner, in order
 */
export function knownDuplicates(
  resource: Resource,
  field: 'name' | 'phone',
  typed: string,
  cached: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
): readonly RecordRow[] {
  const versions = versionsAmong(resource, cached, outbox);
  const named = new Set(possibleDuplicates(field, typed, versions).map(({ id }) => id));
  if (named.size === 0) return [];
  const about = outbox.filter(
    (entry) => entry.operation.resource !== resource.name || idsOf(entry).some((id) => named.has(id)),
  );
  const ids = new Set([...named, ...about.flatMap(idsOf)]);
  const kept = cached.filter(({ record }) => ids.has(record.id));
  const { created, fromServer } = knownRecords(resource, kept, about);
  const there = [...created, ...fromServer].filter(({ pending }) => pending?.kind !== 'delete');
  return possibleDuplicates(
    field,
    typed,
    there.map(({ record }) => record),
  );
}
