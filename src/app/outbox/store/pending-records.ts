import { isPending, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { sharedPrefix } from '#contract/ids.ts';
import { outboxView } from './outbox-view.ts';

const cache = new WeakMap<readonly OutboxEntry[], ReadonlySet<string>>();

function pendingCreates(entries: readonly OutboxEntry[]): ReadonlySet<string> {
  const known = cache.get(entries);
  if (known) return known;
  const creates = entries.filter((entry) => entry.operation.kind === 'create' && isPending(entry));
  const writes = new Set(creates.map(({ operation }) => sharedPrefix(operation.recordId)));
  cache.set(entries, writes);
  return writes;
}

/** True if one of these entries makes the record, also beside another one, and the server has not acknowledged it. */
export const isPendingIn = (entries: readonly OutboxEntry[], id: unknown): boolean =>
  typeof id === 'string' && pendingCreates(entries).has(sharedPrefix(id));

/** A component asks `useIsPendingRecord`. */
export const isPendingRecord = (id: unknown): boolean => isPendingIn(outboxView().rows, id);
